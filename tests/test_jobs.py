"""Long computations: fair turns, progress, stop, shared results, nothing left behind."""

import gc
import threading
import time
import weakref
from collections import Counter

import pytest

from analyzer import compiler, discards, jobs
from analyzer.advice import valued
from analyzer.expectation.playouts import Cancelled, Speed, speed_for
from analyzer.jobs import Busy, Pool, Run, State, value
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position

pytestmark = pytest.mark.xdist_group("playouts")  # one process compiles for all of them

SECONDS = 60
"""How long a busy machine may take; what should take less is measured beside."""
TENPAI = Position(
    hand=parse_tiles("135m567p22445s"),
    indicator=parse_tile("4m"),
    players=(Player(melds=(Meld(MeldKind.PENG, parse_tiles("2z"), 2),)), *(Player(),) * 3),
)
OPTIONS = discards(TENPAI).options


@pytest.fixture
def pool():
    found = Pool(2)
    yield found
    found.close()


def counting(chunks: int, rounds: int = 1, seconds: float = 0.0, log: list | None = None, name: str = ""):
    """A job of ``rounds`` rounds of ``chunks`` chunks that add up to how many there were."""

    def chunk(number: int) -> int:
        time.sleep(seconds)
        if log is not None:
            log.append(name)
        return number

    def work(run: Run) -> int:
        total = 0
        for done in range(rounds):
            if run.stop.is_set():
                break
            total += len(run.spread(chunk, [(number,) for number in range(chunks)]))
            run.tell(done + 1, rounds, total)
        return total

    return work


def stopping(seconds: float = 0.01):
    """A job that goes on until it is stopped, a chunk of ``seconds`` at a time."""

    def work(run: Run) -> int:
        rounds = 0
        while not run.stop.is_set():
            run.spread(time.sleep, [(seconds,)] * 2)
            rounds += 1
            run.tell(rounds, 0, rounds)
        return rounds

    return work


def until(condition) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


# Chunks


def test_results_come_in_the_order_of_their_arguments(pool):
    def work(run):
        return run.spread(
            lambda number: (time.sleep((number % 3) / 500), number)[1], [(i,) for i in range(50)]
        )

    assert pool.submit("order", work).wait(SECONDS).found == list(range(50))


def test_no_chunks_are_no_work(pool):
    assert pool.submit("none", lambda run: run.spread(len, [])).wait(SECONDS).found == []


def test_workers_are_as_many_as_asked_for_however_many_jobs_there_are(pool):
    seen = set()
    tickets = [
        pool.submit(name, lambda run: run.spread(lambda: seen.add(threading.current_thread()), [()] * 30))
        for name in range(20)
    ]
    assert all(ticket.wait(SECONDS).state is State.DONE for ticket in tickets)
    assert len(seen) <= 2


def test_lanes_hold_back_workers():
    pool = Pool(3, lanes=lambda: 1)
    inside, most = Counter(), []
    guard = threading.Lock()

    def chunk():
        with guard:
            inside["now"] += 1
            most.append(inside["now"])
        time.sleep(0.002)
        with guard:
            inside["now"] -= 1

    assert pool.submit("lanes", lambda run: run.spread(chunk, [()] * 12)).wait(SECONDS).state is State.DONE
    assert max(most) == 1
    pool.close()


# Fair turns


def test_a_small_job_is_not_stuck_behind_big_ones(pool):
    big = [pool.submit(f"big{n}", counting(2000, seconds=0.002)) for n in range(3)]
    until(lambda: pool.running == 3)
    small = pool.submit("small", counting(8, seconds=0.002))
    assert small.wait(SECONDS).found == 8
    assert [ticket.snapshot().state for ticket in big] == [State.RUNNING] * 3
    for ticket in big:
        ticket.leave()


def test_twenty_jobs_advance_side_by_side():
    pool = Pool(1)
    log: list[str] = []
    gate = threading.Event()
    first = pool.submit("gate", lambda run: run.spread(gate.wait, [(SECONDS,)]))
    until(lambda: pool._busy == 1)
    tickets = [pool.submit(n, counting(5, log=log, name=str(n))) for n in range(20)]
    until(lambda: len(pool._turns) == 20)
    gate.set()
    assert [ticket.wait(SECONDS).found for ticket in tickets] == [5] * 20
    # round after round: nobody has a second chunk before everybody has had the first
    for turn in range(5):
        assert len(set(log[20 * turn : 20 * turn + 20])) == 20
    first.leave()
    pool.close()


# Progress, stop, failure


def test_progress_is_told_and_the_result_kept(pool):
    ticket = pool.submit("told", counting(2, rounds=5, seconds=0.005), wanted=5)
    assert ticket.snapshot().wanted == 5
    end = ticket.wait(SECONDS)
    assert (end.state, end.done, end.wanted, end.share, end.found) == (State.DONE, 5, 5, 1.0, 10)
    assert ticket.snapshot() == end


def test_a_stopped_job_ends_within_a_second_and_keeps_what_there_is(pool):
    ticket = pool.submit("stopped", stopping())
    until(lambda: ticket.snapshot().done > 2)
    started = time.monotonic()
    ticket.stop()
    kept = ticket.snapshot()
    assert (kept.state, kept.found) == (State.STOPPED, kept.done)
    until(lambda: pool.running == 0)
    assert time.monotonic() - started < 1


def test_a_job_without_a_result_is_stopped_too(pool):
    def work(run):
        run.stop.wait(SECONDS)
        raise Cancelled

    ticket = pool.submit("nothing", work)
    ticket.leave()
    end = ticket.wait(SECONDS)
    assert (end.state, end.found) == (State.STOPPED, None)


def test_a_failure_is_kept_for_who_asked(pool, caplog):
    def work(run):
        return run.spread(lambda number: 1 // number, [(1,), (0,), (2,)])

    end = pool.submit("failed", work).wait(SECONDS)
    assert end.state is State.FAILED
    assert isinstance(end.error, ZeroDivisionError)
    assert "a job failed" in caplog.text
    assert pool.submit("fine", counting(3)).wait(SECONDS).found == 3, "the workers live on"


# Sharing and forgetting


def test_the_same_request_is_one_job_for_as_long_as_anybody_looks(pool):
    one, two = (pool.submit("same", stopping()) for _ in range(2))
    assert pool.running == 1
    one.stop()
    assert one.snapshot().state is State.STOPPED
    time.sleep(0.05)
    assert two.snapshot().running
    two.leave()
    two.leave()
    until(lambda: pool.running == 0)


def test_a_result_is_shared_with_who_asks_later(pool):
    times = []

    def work(run):
        times.append(1)
        return 7

    assert pool.submit("again", work).wait(SECONDS).found == 7
    assert pool.submit("again", work).wait(SECONDS).found == 7
    assert len(times) == 1


def test_a_stopped_job_is_not_taken_for_the_answer(pool):
    first = pool.submit("half", stopping())
    first.leave()
    second = pool.submit("half", counting(3))
    assert second.wait(SECONDS).found == 3


def test_no_more_jobs_than_may_run():
    pool = Pool(2, live=3)
    tickets = [pool.submit(n, stopping()) for n in range(3)]
    with pytest.raises(Busy):
        pool.submit("one more", stopping())
    tickets[0].leave()
    pool.submit("one more", stopping())  # the one that was left takes no place any more
    pool.close()


def test_a_job_that_nobody_asks_for_is_given_up():
    pool = Pool(2, patience=0.1)
    ticket = pool.submit("forgotten", stopping())
    until(lambda: pool.running == 0)
    assert ticket.snapshot().state is State.STOPPED
    pool.close()


def test_nothing_grows_after_jobs_have_gone():
    pool = Pool(2, kept=5)

    class Result:
        pass

    alive = []

    def work(run):
        found = Result()
        alive.append(weakref.ref(found))
        run.spread(len, [("",)] * 4)
        return found

    for number in range(100):
        pool.submit(number, work).wait(SECONDS)
    left = [pool.submit(("left", number), stopping(0.001)) for number in range(10)]
    for ticket in left:
        ticket.leave()
    until(lambda: pool.running == 0)
    del left, ticket
    gc.collect()
    assert pool.remembered == 5
    assert sum(ref() is not None for ref in alive) <= 5
    until(lambda: sum(thread.name == "job" for thread in threading.enumerate()) == 0)
    pool.close()


def test_a_closed_pool_takes_nothing_and_leaves_no_thread():
    pool = Pool(2)
    pool.submit("last", stopping())
    threads = list(pool._threads)
    assert len(threads) == 2
    pool.close()
    until(lambda: not any(thread.is_alive() for thread in threads))
    with pytest.raises(Busy):
        pool.submit("late", stopping())


# The expectation


@pytest.fixture(scope="module")
def _compiled():
    compiler.warm_up(block=True)


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("speed", list(Speed))
def test_jobs_give_the_numbers_of_a_direct_call(pool, speed):
    end = value(TENPAI, OPTIONS, speed=speed, seed=5, pool=pool).wait(SECONDS)
    assert end.state is State.DONE
    assert end.found == valued(TENPAI, OPTIONS, speed=speed, seed=5, threads=1)
    assert (end.done, end.wanted) == (speed_for(TENPAI.rules, speed).samples,) * 2


@pytest.mark.usefixtures("_compiled")
def test_twenty_positions_at_once_are_all_valued(pool, monkeypatch):
    monkeypatch.setattr(Speed, "samples", property(lambda speed: 128))
    tickets = [value(TENPAI, OPTIONS, speed=Speed.QUICK, seed=seed, pool=pool) for seed in range(20)]
    assert pool.running <= 20
    ends = [ticket.wait(SECONDS) for ticket in tickets]
    assert [end.state for end in ends] == [State.DONE] * 20
    single = Pool(1)
    alone = value(TENPAI, OPTIONS, speed=Speed.QUICK, seed=19, pool=single).wait(SECONDS)
    single.close()
    assert ends[19].found == alone.found


@pytest.mark.usefixtures("_compiled")
def test_a_full_run_is_stopped_within_a_second(pool, monkeypatch):
    monkeypatch.setattr(Speed, "samples", property(lambda speed: 10_000_000))
    ticket = value(TENPAI, OPTIONS, pool=pool)
    until(lambda: ticket.snapshot().found)
    ticket.stop()
    started = time.monotonic()
    until(lambda: pool.running == 0)
    assert time.monotonic() - started < 1
    kept = ticket.snapshot()
    assert {option.action for option in kept.found} == {option.action for option in OPTIONS}
    assert 0 < kept.share < 1


def test_figures_come_while_the_kernels_are_not_compiled(pool, monkeypatch):
    monkeypatch.setattr(compiler, "active", lambda module: module)
    monkeypatch.setattr(compiler, "is_ready", lambda module: False)
    monkeypatch.setattr(jobs, "GRACE", 0.0)
    few = OPTIONS[:2]
    ticket = value(TENPAI, few, pool=pool)
    until(lambda: ticket.snapshot().found)
    assert ticket.snapshot().done == jobs.FIRST_SAMPLES
    ticket.stop()
    started = time.monotonic()
    until(lambda: pool.running == 0)
    assert time.monotonic() - started < 2  # a chunk holds the interpreter, and rests after it
    assert ticket.snapshot().found == valued(TENPAI, few, samples=jobs.FIRST_SAMPLES, threads=1)
