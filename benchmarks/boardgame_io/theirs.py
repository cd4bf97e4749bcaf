"""The side of boardgame.io: its server and two clients, a Node.js process each, joined over TLS on the loopback.

All is as its documentation shows it, for production: the lobby makes the matches, so that players have credentials, and
the server keeps the states in memory. The clients use WebSocket from the start, the game has no undo, and nothing waits
for a clock. A client moves once in each turn of the server's count: the state that an optimistic client shows after its
own move still has the turn before.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from .matches import SEATS, Figures, Match, as_json

JAVASCRIPT = Path(__file__).parent / "javascript"
LOOPBACK = "127.0.0.1"


class Unavailable(Exception):
    """boardgame.io cannot be run here; the text is a sentence for a person."""


class BoardgameIo:
    """An installed boardgame.io with our game."""

    def __init__(self, folder: Path, node: str) -> None:
        self._folder = folder
        self._node = node

    @classmethod
    def installed(cls, folder: Path) -> BoardgameIo:
        """Install it with npm in a folder, if it is not there yet.

        Raises:
            Unavailable: Node.js or npm is missing, or npm fails.
        """
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            raise Unavailable("boardgame.io needs Node.js 18 or newer with npm: install them, or add them to PATH.")
        shutil.copytree(JAVASCRIPT, folder, dirs_exist_ok=True)
        words = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund"]
        done = subprocess.run(words, cwd=folder, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            raise Unavailable(f"npm could not install boardgame.io in {folder}:\n{done.stderr.rstrip()}")
        return cls(folder, node)

    @property
    def version(self) -> str:
        """The versions of boardgame.io and Node.js."""
        package = json.loads((self._folder / "node_modules/boardgame.io/package.json").read_text("utf-8"))
        node = subprocess.run([self._node, "--version"], capture_output=True, encoding="utf-8", check=True)
        return f"boardgame.io {package['version']}, Node.js {node.stdout.strip().removeprefix('v')}"

    def play(self, matches: Sequence[Match], *, optimistic: bool) -> list[Figures]:
        """Play the matches, one after the other; the figures of each. Optimistic clients check and show their own moves
        before the server does.
        """
        key, certificate = _certified(self._folder)
        with ExitStack() as ending:
            server = ending.enter_context(self._running("server.js", certificate, str(key), str(certificate)))
            port, lobby_port = json.loads(_line(server))
            lobby = _Lobby(lobby_port)
            made = [lobby.make(match.first) for match in matches]
            clients = [ending.enter_context(self._running("client.js", certificate)) for _ in range(SEATS)]
            for seat, client in enumerate(clients):
                games = [
                    {"id": id_, "credentials": credentials[seat], "moves": [as_json(move) for move in match.of(seat)]}
                    for (id_, credentials), match in zip(made, matches, strict=True)
                ]
                _tell(
                    client,
                    json.dumps(
                        {
                            "server": f"https://{LOOPBACK}:{port}",
                            "seat": seat,
                            "optimistic": optimistic,
                            "matches": games,
                        }
                    ),
                )
            seen = [json.loads(_line(client)) for client in clients]
            assert server.stdin is not None
            server.stdin.close()
            served = json.loads(_line(server))
        return [
            _figures(match, played, served[id_]) for (id_, _), match, *played in zip(made, matches, *seen, strict=True)
        ]

    @contextmanager
    def _running(self, script: str, certificate: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
        surroundings = os.environ | {"NODE_ENV": "production", "NODE_EXTRA_CA_CERTS": str(certificate)}
        with subprocess.Popen(
            [self._node, script, *words],
            cwd=self._folder,
            env=surroundings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process:
            try:
                yield process
            finally:
                process.kill()


class _Lobby:
    """The lobby of a server."""

    def __init__(self, port: int) -> None:
        self._port = port

    def make(self, first: int) -> tuple[str, list[str]]:
        """A new match, in which that seat begins: its id, and the credentials of all seats, who have joined."""
        id_ = self._ask("create", {"numPlayers": SEATS, "setupData": {"first": first}})["matchID"]
        seats = [{"playerID": str(seat), "playerName": f"seat {seat}"} for seat in range(SEATS)]
        return id_, [self._ask(f"{id_}/join", seat)["playerCredentials"] for seat in seats]

    def _ask(self, path: str, words: dict[str, Any]) -> Any:
        connection = HTTPConnection(LOOPBACK, self._port)
        connection.request(
            "POST", f"/games/tink/{path}", json.dumps(words).encode(), {"Content-Type": "application/json"}
        )
        with closing(connection), connection.getresponse() as answer:
            return json.load(answer)


def _figures(match: Match, clients: Sequence[dict[str, Any]], server: float) -> Figures:
    """The figures of a match, which must have ended as ours does."""
    for client in clients:
        if client["gameover"]["winners"] != list(match.winners) or client["turns"] != len(match.turns) - 1:
            raise RuntimeError("boardgame.io has played another game")
    return Figures(
        clients[0]["turns"], clients[0]["seconds"], (sum(client["cpu"] for client in clients) + server) / 1e6
    )


def _certified(folder: Path) -> tuple[Path, Path]:
    """The files of a new key and of its certificate for this machine."""
    key, now = Ed25519PrivateKey.generate(), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "benchmark")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(LOOPBACK))]), critical=False)
        .sign(key, None)
    )
    files = folder / "key.pem", folder / "certificate.pem"
    files[0].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    files[1].write_bytes(certificate.public_bytes(Encoding.PEM))
    return files


def _tell(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError("a program of boardgame.io ended before it was done")
    return line
