"""Serves a folder over HTTP/3 with aioquic: python aioquic-server.py FOLDER HOST PORT CERTIFICATE KEY [QLOG_FOLDER]

Prefers the gzip copy next to a file. Prints "ready" once it listens and runs until it is ended.
"""

import asyncio
import email.utils
import os
import sys

from aioquic.asyncio import QuicConnectionProtocol, serve
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import ProtocolNegotiated
from aioquic.quic.logger import QuicFileLogger

FOLDER, HOST, PORT, CERTIFICATE, KEY = sys.argv[1:6]
# Chromium limits the requests of a server of which it does not know that it multiplexes.
ALT_SVC = (b"alt-svc", b'h3=":%s"; ma=2592000' % PORT.encode())
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".gif": "image/gif"}


def answer(path):
    """Returns the status, headers and body for a path."""
    file = os.path.join(FOLDER, path.lstrip("/"))
    if not os.path.isfile(file):
        body = b"<html><head><title>404 Not Found</title></head><body>404 Not Found</body></html>"
        return 404, [(b"content-type", b"text/html")], body
    packed = os.path.isfile(file + ".gz")
    with open(file + ".gz" if packed else file, "rb") as handle:
        body = handle.read()
    state = os.stat(file)
    headers = [
        (b"content-type", TYPES.get(os.path.splitext(file)[1], "application/octet-stream").encode()),
        (b"last-modified", email.utils.formatdate(state.st_mtime, usegmt=True).encode()),
        (b"etag", ('"%x-%x"' % (int(state.st_mtime), state.st_size)).encode()),
        (b"accept-ranges", b"bytes"),
    ]
    return 200, headers + ([(b"content-encoding", b"gzip")] if packed else []), body


class Server(QuicConnectionProtocol):
    http = None

    def quic_event_received(self, event):
        if isinstance(event, ProtocolNegotiated):
            self.http = H3Connection(self._quic)
        if self.http is None:
            return
        for found in self.http.handle_event(event):
            if isinstance(found, HeadersReceived):
                self.respond(found)
        self.transmit()

    def respond(self, event):
        path = dict(event.headers)[b":path"].decode()
        status, headers, body = answer("/index.html" if path == "/" else path)
        date = email.utils.formatdate(usegmt=True).encode()
        head = [(b":status", str(status).encode()), (b"server", b"aioquic"), (b"date", date), ALT_SVC]
        length = [(b"content-length", str(len(body)).encode())]
        self.http.send_headers(event.stream_id, head + headers + length, end_stream=not body)
        if body:
            self.http.send_data(event.stream_id, body, end_stream=True)


async def main():
    logger = QuicFileLogger(sys.argv[6]) if len(sys.argv) > 6 else None
    configuration = QuicConfiguration(
        alpn_protocols=H3_ALPN, is_client=False, quic_logger=logger, congestion_control_algorithm="cubic"
    )
    configuration.load_cert_chain(CERTIFICATE, KEY)
    await serve(HOST, int(PORT), configuration=configuration, create_protocol=Server)
    print("ready", flush=True)
    await asyncio.Future()


asyncio.run(main())
