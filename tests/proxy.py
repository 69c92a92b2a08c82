"""A reverse proxy as small as can be: adds headers to what an app answers, and passes websockets on."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

_END = b"\r\n\r\n"


@contextlib.contextmanager
def proxied(url: str, headers: Mapping[str, str]) -> Iterator[str]:
    """The address of a proxy to the app at ``url`` that adds ``headers`` to every answer until the block ends."""
    target = urlsplit(url)
    added = "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode()
    loop = asyncio.new_event_loop()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Each connection carries one request, or one websocket: then nothing has to be taken apart but heads.
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            request = _one_request(await reader.readuntil(_END))
            from_app, to_app = await asyncio.open_connection(target.hostname, target.port)
            to_app.write(request)
            upwards = asyncio.ensure_future(_pour(reader, to_app))
            head = await from_app.readuntil(_END)
            writer.write(head[: -len(_END)] + b"\r\n" + added + b"\r\n")
            await _pour(from_app, writer)
            upwards.cancel()
            to_app.close()
        writer.close()

    async def begin() -> asyncio.Server:
        return await asyncio.start_server(pass_on, "127.0.0.1", 0)

    thread = threading.Thread(target=loop.run_forever, name="proxy", daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(begin(), loop).result()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _one_request(head: bytes) -> bytes:
    """A request's head, with the connection closed after its answer unless it becomes a websocket."""
    lines = head[: -len(_END)].split(b"\r\n")
    if any(line.lower().startswith(b"upgrade:") for line in lines):
        return head
    kept = [line for line in lines if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([*kept, b"Connection: close"]) + _END


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()


async def _end(server: asyncio.Server) -> None:
    server.close()
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
