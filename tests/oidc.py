"""An OpenID Connect provider of this machine, small and real: what a server's logins are tried against.

Whoever is sent to it is logged in at once, as the person whose name is the server's ``subject`` at that moment.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "analyzer"


@dataclass
class Provider:
    """A running provider."""

    url: str = ""
    subject: str = "1"
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "k"}))
    asked: dict[str, dict[str, str]] = field(default_factory=dict)
    """What a code was given for."""

    def secrets(self, app: str) -> str:
        """Streamlit's secrets for an app that listens at ``app``."""
        return (
            "[auth]\n"
            f'redirect_uri = "{app}/oauth2callback"\n'
            f'cookie_secret = "{secrets.token_hex(16)}"\n'
            f'client_id = "{CLIENT}"\n'
            f'client_secret = "{secrets.token_hex(16)}"\n'
            f'server_metadata_url = "{self.url}/.well-known/openid-configuration"\n'
        )

    def metadata(self) -> dict[str, Any]:
        """Where everything is."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/jwks",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def login(self, query: dict[str, str]) -> str:
        """Where a person who has logged in is sent back to."""
        code = secrets.token_hex(8)
        self.asked[code] = {"nonce": query.get("nonce", ""), "subject": self.subject}
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, code: str) -> dict[str, Any]:
        """Who the person is, signed."""
        asked = self.asked.pop(code)
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 600}
        claims |= {"sub": asked["subject"], "nonce": asked["nonce"], "name": f"n{asked['subject']}"}
        signed = jwt.encode({"alg": "RS256", "kid": "k"}, claims, self.key)
        return {"access_token": "none", "token_type": "Bearer", "expires_in": 600, "id_token": signed}


@contextlib.contextmanager
def serve_logins() -> Iterator[Provider]:
    """Runs a provider on a free port until the block ends."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, query = urlsplit(self.path).path, urlsplit(self.path).query
            if path == "/authorize":
                self.send_response(302)
                self.send_header(
                    "Location", provider.login({key: each[0] for key, each in parse_qs(query).items()})
                )
                self.end_headers()
            elif path == "/jwks":
                self.told({"keys": [provider.key.as_dict(private=False)]})
            else:
                self.told(provider.metadata())

        def do_POST(self) -> None:
            body = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.told(provider.token(body["code"][0]))

        def told(self, answer: dict[str, Any]) -> None:
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield provider
        finally:
            server.shutdown()
