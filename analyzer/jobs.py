"""长算: computations that take seconds, for pages and command line: shared workers, fair turns, progress, cancel.

A process has one set of workers, as many threads as there are cores, and any number of jobs in turn.  A job cuts
its work into chunks (:meth:`Run.spread`); the workers take one chunk of each job that has some waiting, round and
round, so twenty jobs at once all advance and a small one ends long before a big one that came first::

    ticket = value(position, discards(position).options)   # at once back; the same request shares one job
    ticket.snapshot()                                       # what is known by now
    ticket.stop()                                           # no further chunk is begun for it

A job ends early when everybody who holds a ticket for it has left, or when nobody has looked at it for
:data:`PATIENCE` seconds.  At most :data:`LIVE` jobs run at a time and :data:`KEPT` results are kept for those who
ask the same again.  Which worker does what has no influence on a result.
"""

import atexit
import contextlib
import logging
import os
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from analyzer import compiler
from analyzer.advice import Offer, Option, default_first, ranked, valued
from analyzer.drills import BY_EXPECTATION, Key, Mistake, Question, make, remake
from analyzer.errors import AnalyzerError, BadRequest
from analyzer.expectation import playout_kernels
from analyzer.expectation.playouts import Cancelled, Estimate, Speed, speed_for
from analyzer.position import Position
from analyzer.practice import Practice
from analyzer.record import Record
from analyzer.review import Grade, Review, choices, grade

__all__ = ["Busy", "Pool", "Run", "Snapshot", "State", "Ticket", "drill", "practise", "review", "value"]

LIVE: Final = 32
"""Jobs that may run at a time; each needs some megabytes while it runs."""
KEPT: Final = 64
"""Results that are kept for whoever asks the same again."""
PATIENCE: Final = 60.0
"""Seconds after which a job that nobody asks for is given up."""
NICENESS: Final = 5
"""Workers step back behind the threads that draw pages, where the system has priorities for threads."""
GRACE: Final = 2.0
"""Seconds that a job leaves the processor to kernels that are just being loaded, before it plays uncompiled."""
FIRST_SAMPLES: Final = 4
"""What is played first while the kernels are not compiled, so that figures are there after seconds."""
SHORT_TURN: Final = 0.0005
"""Seconds after which an uncompiled chunk lets another thread have the interpreter; Python's own 5 ms make pages,
and the compiler, ten times as slow beside it."""
REST: Final = 0.5
"""Seconds of rest, at most, after an uncompiled chunk: as long as it took."""

_log: Final = logging.getLogger(__name__)

T = TypeVar("T")
R = TypeVar("R")


class Busy(Exception):
    """As many jobs run as may; the same request is welcome a little later."""


class State(StrEnum):
    """What has become of a job."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[T]):
    """A job at one moment."""

    state: State
    done: int = 0
    """How much of ``wanted`` is done, in the job's own unit."""
    wanted: int = 0
    found: T | None = None
    """The result, or what there is of it by now; ``None`` where nothing is."""
    error: Exception | None = None
    """Why the job failed."""
    others: int = 0
    """Other jobs that run beside this one."""

    @property
    def running(self) -> bool:
        """Whether there is more to come."""
        return self.state is State.RUNNING

    @property
    def share(self) -> float:
        """What part is done, 0–1."""
        return min(1.0, self.done / self.wanted) if self.wanted else 0.0


class _Batch:
    """Chunks that were handed over together; who did so waits for all of them."""

    def __init__(self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> None:
        self.function = function
        self.arguments = arguments
        self.results: list[Any] = [None] * len(arguments)
        self.left = len(arguments)
        self.error: BaseException | None = None
        self.finished = threading.Event()
        self._lock = threading.Lock()

    def run(self, index: int) -> None:
        """Do one chunk; an exception is kept for who waits."""
        try:
            self.results[index] = self.function(*self.arguments[index])
        except BaseException as error:
            self.error = error
        self._count()

    def drop(self) -> None:
        """Leave out one chunk; who waits is told that the work was ended."""
        self.error = Cancelled()
        self._count()

    def _count(self) -> None:
        with self._lock:
            self.left -= 1
            if not self.left:
                self.finished.set()


class _Job(Generic[T]):
    def __init__(self, key: Hashable, wanted: int) -> None:
        self.key = key
        self.chunks: deque[tuple[_Batch, int]] = deque()
        self.stop = threading.Event()
        self.ended = threading.Event()
        self.snapshot: Snapshot[T] = Snapshot(State.RUNNING, wanted=wanted)
        self.viewers = 0
        self.seen = time.monotonic()


class Run(Generic[T]):
    """What a job's work is given: where to leave chunks, where to tell progress, when to stop."""

    def __init__(self, pool: "Pool", job: _Job[T]) -> None:
        self._pool = pool
        self._job = job

    @property
    def stop(self) -> threading.Event:
        """Set when the job is to end with what there is."""
        return self._job.stop

    def spread(self, function: Callable[..., R], arguments: Sequence[tuple[Any, ...]]) -> list[R]:
        """``[function(*each) for each in arguments]`` by the shared workers, whenever it is this job's turn.

        The order is kept; an exception of a chunk is raised here once all are through.
        """
        return self._pool._spread(self._job, function, arguments)

    def idle(self) -> contextlib.AbstractContextManager[None]:
        """While the block lasts, this job computes nothing: it waits, or its chunks are elsewhere."""
        return self._pool._idle()

    def tell(self, done: int, wanted: int, found: T | None) -> None:
        """Let whoever looks see how far this is and what there is by now."""
        self._job.snapshot = Snapshot(State.RUNNING, done, wanted, found)


Work = Callable[[Run[T]], T]


class Ticket(Generic[T]):
    """One viewer's hold on a job.  Leave or stop it when the answer is of no use any more."""

    def __init__(self, pool: "Pool", job: _Job[T]) -> None:
        self._pool = pool
        self._job = job
        self._frozen: Snapshot[T] | None = None
        self._left = False

    def snapshot(self) -> Snapshot[T]:
        """How far the job is; asking keeps it alive."""
        if self._frozen is not None:
            return self._frozen
        return self._pool._look(self._job)

    def wait(self, seconds: float | None = None) -> Snapshot[T]:
        """The snapshot at the end of the job, or after so many seconds."""
        self._job.ended.wait(seconds)
        return self.snapshot()

    def stop(self) -> None:
        """End it for this viewer, who keeps what there is; the job ends too unless others look at it."""
        if self._frozen is None:
            now = self._pool._look(self._job)
            if now.running:
                self._frozen = Snapshot(State.STOPPED, now.done, now.wanted, now.found)
        self.leave()

    def leave(self) -> None:
        """Say that this viewer has gone; to do so twice does no harm."""
        if not self._left:
            self._left = True
            self._pool._leave(self._job)


def _is_compiled() -> bool:
    return compiler.is_ready(playout_kernels)


def _lanes() -> int:
    """How many chunks may run side by side: uncompiled ones hold the interpreter, so a second one gains nothing."""
    return _cores() if _is_compiled() else 1


def _considerate(function: Callable[..., R]) -> Callable[..., R]:
    """``function`` so that, uncompiled, it leaves most of the interpreter to pages and to the compiler."""

    def run(*arguments: Any) -> R:
        if _is_compiled():
            return function(*arguments)
        before = sys.getswitchinterval()
        sys.setswitchinterval(SHORT_TURN)
        started = time.monotonic()
        try:
            return function(*arguments)
        finally:
            sys.setswitchinterval(before)
            time.sleep(min(REST, time.monotonic() - started))

    return run


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """Workers and the jobs they take turns for.  Threads start with the first job."""

    def __init__(
        self,
        workers: int | None = None,
        *,
        lanes: Callable[[], int] | None = None,
        live: int = LIVE,
        kept: int = KEPT,
        patience: float = PATIENCE,
    ) -> None:
        self.workers = workers or _cores()
        self._lanes = lanes or (lambda: self.workers)
        self._most = live
        self._keeps = kept
        self._patience = patience
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._live: set[_Job[Any]] = set()
        self._shared: OrderedDict[Hashable, _Job[Any]] = OrderedDict()
        """Jobs that a like request may share: running ones, and ended ones with their results."""
        self._turns: deque[_Job[Any]] = deque()
        """Jobs with chunks waiting, whose turn is next in front."""
        self._thinking = threading.Semaphore(1)
        """What jobs do between their chunks is Python, which runs one thread at a time: twenty of them at once would
        keep the pages' threads from their turns."""
        self._busy = 0
        self._threads: list[threading.Thread] = []
        self._closed = False

    # For those who want something computed

    def submit(self, key: Hashable, work: Work[T], wanted: int = 0) -> Ticket[T]:
        """Have ``work(run)`` done, or share the job that already does so under the same ``key``.

        ``wanted`` is how much there is to do, for the progress before the first word of it.  Raises
        :class:`Busy` if as many jobs run as may.
        """
        with self._lock:
            job: _Job[T] | None = self._shared.get(key)
            if job is None:
                job = self._begin(key, work, wanted)
            self._shared.move_to_end(key)
            job.viewers += 1
            job.seen = time.monotonic()
            return Ticket(self, job)

    @property
    def running(self) -> int:
        """How many jobs run."""
        with self._lock:
            return len(self._live)

    @property
    def remembered(self) -> int:
        """How many jobs are known at all, ended ones included."""
        with self._lock:
            return len(self._live.union(self._shared.values()))

    def close(self, seconds: float = 2.0) -> None:
        """Stop everything, leave out what was not begun, and wait a little for the workers."""
        with self._changed:
            self._closed = True
            for job in self._live:
                job.stop.set()
            while self._turns:
                for batch, _ in (waiting := self._turns.popleft().chunks):
                    batch.drop()
                waiting.clear()
            self._changed.notify_all()
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    # Jobs

    def _begin(self, key: Hashable, work: Work[T], wanted: int) -> _Job[T]:
        for other in list(self._live):
            self._give_up_if_forgotten(other)
        if self._closed or sum(not job.stop.is_set() for job in self._live) >= self._most:
            raise Busy
        job: _Job[T] = _Job(key, wanted)
        self._live.add(job)
        self._shared[key] = job
        while len(self._threads) < self.workers:
            thread = threading.Thread(target=self._serve, name=f"worker-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        threading.Thread(target=self._conduct, args=(job, work), name="job", daemon=True).start()
        return job

    def _conduct(self, job: _Job[T], work: Work[T]) -> None:
        try:
            with self._thinking:
                found = work(Run(self, job))
        except Cancelled:
            last = job.snapshot
            end = Snapshot(State.STOPPED, last.done, last.wanted, last.found)
        except Exception as error:
            _log.exception("a job failed")
            end = Snapshot(State.FAILED, job.snapshot.done, job.snapshot.wanted, job.snapshot.found, error)
        else:
            last = job.snapshot
            if job.stop.is_set():
                end = Snapshot(State.STOPPED, last.done, last.wanted, found)
            else:
                end = Snapshot(State.DONE, last.done, last.wanted, found)
        with self._lock:
            job.snapshot = end
            self._live.discard(job)
            if end.state is not State.DONE:
                self._forget(job)
            while len(self._shared) - len(self._live) > self._keeps:
                old = next(each for each in self._shared.values() if each not in self._live)
                self._forget(old)
        job.ended.set()

    def _forget(self, job: _Job[Any]) -> None:
        if self._shared.get(job.key) is job:
            del self._shared[job.key]

    def _look(self, job: _Job[T]) -> Snapshot[T]:
        with self._lock:
            job.seen = time.monotonic()
            now = job.snapshot
            others = len(self._live - {job})
        return Snapshot(now.state, now.done, now.wanted, now.found, now.error, others)

    def _leave(self, job: _Job[Any]) -> None:
        with self._lock:
            job.viewers -= 1
            if not job.viewers and job in self._live:
                self._give_up(job)

    def _give_up_if_forgotten(self, job: _Job[Any]) -> None:
        if time.monotonic() - job.seen > self._patience:
            self._give_up(job)

    def _give_up(self, job: _Job[Any]) -> None:
        job.stop.set()
        self._forget(job)

    # Chunks

    def _spread(
        self, job: _Job[Any], function: Callable[..., R], arguments: Sequence[tuple[Any, ...]]
    ) -> list[R]:
        if not arguments:
            return []
        batch = _Batch(function, arguments)
        with self._changed:
            if self._closed:
                raise Cancelled
            if not job.chunks:
                self._turns.append(job)
            job.chunks.extend((batch, index) for index in range(len(arguments)))
            self._changed.notify_all()
        with self._idle():
            batch.finished.wait()
        if batch.error is not None:
            raise batch.error
        return batch.results

    @contextlib.contextmanager
    def _idle(self) -> Iterator[None]:
        self._thinking.release()
        try:
            yield
        finally:
            self._thinking.acquire()

    def _serve(self) -> None:
        _step_back()
        while True:
            with self._changed:
                while (chunk := self._next()) is None:
                    if self._closed:
                        return
                    self._changed.wait()
                self._busy += 1
            batch, index = chunk
            batch.run(index)
            del batch, chunk  # or an idle worker would keep the last job's arrays
            with self._changed:
                self._busy -= 1
                self._changed.notify()

    def _next(self) -> tuple[_Batch, int] | None:
        """The chunk whose turn it is; the job then goes to the end of the line."""
        if not self._turns or self._busy >= max(1, self._lanes()):
            return None
        job = self._turns.popleft()
        chunk = job.chunks.popleft()
        if job.chunks:
            self._turns.append(job)
        self._give_up_if_forgotten(job)
        return chunk


def _step_back() -> None:
    """Let other threads go first: on Linux a priority belongs to a thread."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


_pool: Pool | None = None
_making: Final = threading.Lock()


def shared_pool() -> Pool:
    """The pool of this process."""
    global _pool
    with _making:
        if _pool is None:
            _pool = Pool(lanes=_lanes)
            atexit.register(_pool.close)
        return _pool


# The expectation


def value(
    position: Position,
    options: Sequence[Option],
    offer: Offer | None = None,
    *,
    speed: Speed = Speed.FULL,
    seed: int = 0,
    pool: Pool | None = None,
) -> Ticket[tuple[Option, ...]]:
    """期望: :func:`analyzer.advice.valued` as a job; what it finds are the options, best first.

    Progress counts deals of the actions that are still sampled.  The figures are those of a direct call; a rule set
    without a judge is played out in full, as there.  Raises :class:`Busy`.
    """
    pool = pool or shared_pool()
    speed = speed_for(position.rules, speed)
    given = tuple(options)

    def work(run: Run[tuple[Option, ...]]) -> tuple[Option, ...]:
        _wait_for_compiler(run)
        # Here, not where the job is asked for: a page does not wait for the player's choice.
        ordered = default_first(position, given, offer)

        def tell(played: int, estimates: tuple[Estimate, ...]) -> None:
            run.tell(played, speed.samples, ranked(ordered, estimates))

        def play(samples: int) -> tuple[Option, ...]:
            return valued(
                position,
                ordered,
                offer,
                speed=speed,
                samples=samples,
                seed=seed,
                spread=lambda function, arguments: run.spread(_considerate(function), list(arguments)),
                progress=tell,
                stop=run.stop,
            )

        if not _is_compiled() and not run.stop.is_set():
            play(min(FIRST_SAMPLES, speed.samples))
        return play(speed.samples)

    return pool.submit((position, given, offer, speed, seed), work, speed.samples)


def review(
    record: Record, seat: int, *, speed: Speed = Speed.QUICK, seed: int = 0, pool: Pool | None = None
) -> Ticket[Review]:
    """复盘: :func:`analyzer.review.review` as a job, with first grades of all decisions at once.

    Every decision is graded at the instant speed, then anew at ``speed``, those first that seem to have cost most;
    what is found is in the order of play all the time, and in the end what a direct call finds.  Progress counts the
    decisions that have their last grade.  Raises :class:`Busy`, and at once what a record raises that can't be graded.
    """
    pool = pool or shared_pool()
    speed = speed_for(record.rules, speed)
    asked = choices(record, seat)

    def work(run: Run[Review]) -> Review:
        _wait_for_compiler(run)
        grades: dict[int, Grade] = {}
        wanted = len(asked)

        def told(done: int) -> Review:
            found = Review(record, seat, speed, tuple(grades[at] for at in sorted(grades)), wanted)
            run.tell(done, wanted, found)
            return found

        def graded(at: int, how: Speed) -> None:
            grades[at] = grade(
                asked[at],
                speed=how,
                seed=seed,
                spread=lambda function, arguments: run.spread(_considerate(function), list(arguments)),
                stop=run.stop,
            )

        found = told(0)
        if speed is not Speed.INSTANT and speed_for(record.rules, Speed.INSTANT) is Speed.INSTANT:
            for at in range(wanted):
                graded(at, Speed.INSTANT)
                found = told(0)
        order = sorted(range(wanted), key=lambda at: -grades[at].gap[0] if at in grades else 0.0)
        for done, at in enumerate(order, 1):
            graded(at, speed)
            found = told(done)
        return found

    return pool.submit((record, seat, speed, seed), work, len(asked))


def practise(practice: Practice, *, pool: Pool | None = None) -> Ticket[Practice]:
    """练习: have the computer players answer until the person has the word, or the deal is over.

    What is found by now is the practice after each answer.  Raises :class:`Busy`.
    """
    pool = pool or shared_pool()
    compiler.warm_up()

    def work(run: Run[Practice]) -> Practice:
        now = practice
        while now.thinking is not None and not run.stop.is_set():
            now = now.played_on(
                spread=lambda function, arguments: run.spread(_considerate(function), list(arguments)),
                stop=run.stop,
            )
            run.tell(0, 0, now)
            with run.idle():
                pass  # another job may think
        return now

    return pool.submit(practice, work)


def drill(
    key: Key | Mistake, record: Record | None = None, *, pool: Pool | None = None
) -> Ticket[Question | AnalyzerError]:
    """训练: :func:`analyzer.drills.make`, or :func:`analyzer.drills.remake` with its ``record``, as a job.

    What is found is the question, or why there is none.  Raises :class:`Busy`.
    """

    def work(run: Run[Question | AnalyzerError]) -> Question | AnalyzerError:
        # A search goes through hundreds of positions: it is begun with compiled kernels wherever there will be any.
        exact = isinstance(key, Key) and key.topic not in BY_EXPECTATION
        _wait_for_compiler(run, GRACE if exact else PATIENCE)
        how: dict[str, Any] = {
            "spread": lambda function, arguments: run.spread(_considerate(function), list(arguments)),
            "stop": run.stop,
        }
        try:
            if isinstance(key, Key):
                return make(key, **how)
            if record is None:
                raise BadRequest("drill-no-record", key=str(key)[:60])
            return remake(key, record, **how)
        except AnalyzerError as error:
            return error

    return (pool or shared_pool()).submit((key, record), work, 1)


def _wait_for_compiler(run: Run[Any], seconds: float = GRACE) -> None:
    """Give the compiler a moment: what it has ready by then takes a tenth of the time."""
    compiler.warm_up()
    until = time.monotonic() + seconds
    with run.idle():
        while not (_is_compiled() or compiler.disabled()) and time.monotonic() < until:
            if run.stop.wait(0.05):
                break
