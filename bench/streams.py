"""Streams by the hundred: the server's memory and threads, a dealer's touches, and how soon all have heard of each.

python -m bench.streams [STREAMS]
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

from tests.attacks.running_server import Dealer, Listener, Served, serving
from web.live.places import MOST_OF_A_PLAYER, MOST_OF_AN_ADDRESS

TOUCHES = 30
PLAYERS = 90


def main(streams: int) -> None:
    with TemporaryDirectory() as folder, serving(Path(folder), PLAYERS) as served, ExitStack() as stack:
        dealer = stack.enter_context(Dealer(served))
        for number in range(3):
            dealer.do(do="seat_player", player=f"warm{number}", name=f"Warm {number}")
        said(served, "without a stream")
        touches_ms = [touch(dealer, number)[0] for number in range(TOUCHES)]
        print(f"  a touch: median {median(touches_ms):.1f} ms, worst {max(touches_ms):.1f} ms")
        paths = [path + "/stream" for path in served.players.values() for _ in range(MOST_OF_A_PLAYER)][:streams]
        begun = monotonic()
        listening = [
            stack.enter_context(Listener(served, path, address=f"127.0.0.{2 + number // (MOST_OF_AN_ADDRESS - 8)}"))
            for number, path in enumerate(paths)
        ]
        for one in listening:
            one.wait_for("\nid: ")
        print(f"{len(listening)} streams begun in {monotonic() - begun:.1f} s")
        said(served, f"with {len(listening)} streams")
        touches_ms, heard_ms = [], []
        for number in range(TOUCHES):
            touch_ms, version = touch(dealer, TOUCHES + number)
            touches_ms.append(touch_ms)
            heard_ms.append(touch_ms + all_heard_ms(listening, version))
        print(f"  a touch: median {median(touches_ms):.1f} ms, worst {max(touches_ms):.1f} ms")
        print(f"  until all have heard: median {median(heard_ms):.0f} ms, worst {max(heard_ms):.0f} ms")
        said(served, "after that")


def touch(dealer: Dealer, number: int) -> tuple[float, int]:
    begun = monotonic()
    version = dealer.do(do="seat_player", player=f"late{number}", name=f"Late {number}")
    return (monotonic() - begun) * 1_000, version


def all_heard_ms(listening: list[Listener], version: int) -> float:
    begun = monotonic()
    for one in listening:
        one.wait_for(f"id: {version}\n")
    return (monotonic() - begun) * 1_000


def said(served: Served, when: str) -> None:
    print(f"{when}: {served.resident_bytes() / 1e6:.0f} MB, {served.threads()} threads, {served.sockets()} sockets")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
