"""Styles, scripts and letters: what they weigh, how they are kept, and what they may say."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser, Playwright, Response, expect

import web
from tests.attacks.servers import served
from tests.support.fixtures import CHROMIUM, FLAGS
from tests.support.house import Client, House
from tests.web.tablet_in_browser import COOKIE, Tablet, Tablets, session_cookie
from web.app.certificate import make_certificate
from web.serving.worker import server_context

STYLES = sorted(Path(web.__file__).parent.glob("**/*.css"))


@pytest.mark.parametrize("style", STYLES, ids=lambda style: "/".join(style.parts[-3:]))
def test_nothing_is_asked_of_the_whole_page_that_every_touch_changes(style: Path) -> None:
    """A body that is asked what is in it is looked over whenever anything in it is, and all that its rule is about.

    What styles all over the page go by is said on the body (``onBody``). Its own children may be asked for.
    """
    query = re.findall(r"(?:body|\.tablet?)[^\s{},(]*:(?:not\(:)?has\((?!>)", style.read_text(encoding="utf-8"))
    assert query == []


BRIGHT = ':root[data-theme="bright"] {'
TOKENS = next(text for style in STYLES if BRIGHT in (text := style.read_text(encoding="utf-8")) and "--room:" in text)
TEXT = 4.5
SIGN = 3.0
"""What WCAG 2.2 AA asks of text (1.4.3), and of the parts of a control or a drawing (1.4.11)."""
WRITTEN: list[tuple[str, str, float]] = [
    *(("cream", ground, TEXT) for ground in ("room", "room-high", "wood", "wood-low", "wood-high")),
    *(("cream-soft", ground, TEXT) for ground in ("room", "wood", "wood-low", "wood-high")),
    *(("brass-soft", ground, TEXT) for ground in ("room-high", "wood", "wood-low")),
    *(("glow", ground, SIGN) for ground in ("room", "wood", "wood-low")),
    *(("cloth-ink", ground, TEXT) for ground in ("cloth", "cloth-dark")),
    ("cloth-ink", "cloth-light", SIGN),
    *(("cloth-mark", ground, SIGN) for ground in ("cloth-light", "cloth", "cloth-dark")),
    *((ink, "card", TEXT) for ink in ("card-ink", "card-case", "alarm", "bead")),
    ("card-dead-ink", "card-dead", TEXT),
    *((ink, "paper", TEXT) for ink in ("ink", "ink-soft", "take", "pay", "bead")),
    ("ink", "paper-low", TEXT),
    ("gone-ink", "gone", TEXT),
    ("amber-ink", "amber", TEXT),
    ("badge-ink", "badge", TEXT),
    *(("white", ground, TEXT) for ground in ("pay", "open", "alarm", "take")),
]


def tokens(theme: str) -> dict[str, str]:
    """The colours of a theme: the bright one says only what differs from the dark."""
    found = {"white": "#ffffff"}
    blocks = {"dark": r":root \{(.*?)\n\}", "bright": r':root\[data-theme="bright"\] \{(.*?)\n\}'}
    for name in ("dark", theme):
        block = re.search(blocks[name], TOKENS, re.DOTALL)
        assert block
        found |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block[1]))
    return found


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [entry / 12.92 if entry <= 0.04045 else ((entry + 0.055) / 1.055) ** 2.4 for entry in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["dark", "bright"])
def test_everything_written_can_be_read(theme: str) -> None:
    colours = tokens(theme)
    faint = [
        f"{ink} on {ground}: {contrast(colours[ink], colours[ground]):.2f}, not {least}"
        for ink, ground, least in WRITTEN
        if contrast(colours[ink], colours[ground]) < least
    ]
    assert faint == []


VENDOR = Path(web.__file__).parent / "static" / "vendor"


def test_every_vendored_script_has_the_hash_in_the_list() -> None:
    listed = dict(
        re.findall(r"^\| `([^`]+)` .* `([0-9a-f]{64})` \|$", (VENDOR / "README.md").read_text(), re.MULTILINE)
    )
    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in VENDOR.glob("*.js")}
    assert found == listed


MOST_BYTES = 350_000
MOST_BYTES_OF_A_FRAGMENT = 40_000
SPOTS = [
    {"kind": "single", "ranks": [rank]} for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
]
SPOTS += [{"kind": "split", "ranks": [a, b]} for a, b in (("A", "2"), ("2", "3"), ("3", "4"), ("4", "5"), ("5", "6"))]
SPOTS += [{"kind": "pot"}, {"kind": "high_card"}, {"kind": "row", "row": "high"}, {"kind": "row", "row": "low"}]
SPOTS += [{"kind": "figure", "ranks": ["J", "Q", "K"]}, {"kind": "figure", "ranks": ["A", "2", "3"]}]
SPOTS += [{"kind": "square", "ranks": ["A", "2", "Q", "K"]}]


@pytest.fixture
def crowded_night(house: House) -> str:
    """A night with six players, and twenty-five stacks on the layout."""
    crowded_night = house.open_night()
    players = {"red": "Ada Lamb", "blue": "Wm. Hart", "white": "J. Oakes", "black": "C. Moss", "yellow": "Ruth Bell"}
    house.seat(crowded_night, **players, green="T. Vane")
    house.deal(crowded_night)
    seats = [*players, "green"]
    for at, place in enumerate(SPOTS):
        house.do(crowded_night, "place_bet", bet=f"s{at}", player=seats[at % 6], stake=500, **place)
    assert len(SPOTS) == 25
    return crowded_night


def test_the_page_is_light(tablets: Tablets, crowded_night: str) -> None:
    """All that a tablet fetches on its first visit, as it comes over the line."""
    tablet = tablets.new()
    answers: list[Response] = []
    tablet.page.on("response", lambda answer: answers.append(answer))
    tablet.go(f"/nights/{crowded_night}")
    tablet.follows()
    tablet.page.evaluate("() => document.fonts.ready.then(() => true)")
    streams = [entry for entry in answers if "/stream" in entry.url]
    weights = {part.url: part.request.sizes()["responseBodySize"] for part in answers if part not in streams}
    assert streams
    assert "content-encoding" not in streams[0].headers
    assert any(url.endswith(".woff2") for url in weights)
    assert all(weights.values()), weights
    assert sum(weights.values()) < MOST_BYTES, weights


def test_a_fragment_after_a_touch_is_light_with_25_stacks(client: Client, crowded_night: str) -> None:
    version = client.http.get(f"/nights/{crowded_night}/table").headers["ETag"]
    answer = client.post(
        f"/nights/{crowded_night}/commands",
        {"do": "place_bet", "bet": "one more", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500},
        Accept_Encoding="gzip",
        If_Match=version,
    )
    assert answer.status_code == 200
    assert answer.content_encoding == "gzip"
    assert answer.get_data(as_text=False)[:2] == b"\x1f\x8b"
    assert gzip.decompress(answer.data).count(b'class="stack') >= 26
    assert len(answer.data) < MOST_BYTES_OF_A_FRAGMENT


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_a_compressed_answer_keeps_its_tag(client: Client, crowded_night: str, encoding: str) -> None:
    answer = client.http.get(f"/nights/{crowded_night}/table", headers={"Accept-Encoding": encoding})
    assert answer.content_encoding == encoding
    assert answer.headers["ETag"] == 'W/"40"'
    assert "Accept-Encoding" in answer.headers["Vary"]
    body = {"do": "press_bet", "bet": "s0", "add": 500}
    assert client.post(f"/nights/{crowded_night}/commands", body, If_Match=answer.headers["ETag"]).status_code == 200


def test_a_stream_is_never_compressed(client: Client, crowded_night: str) -> None:
    answer = client.get(f"/nights/{crowded_night}/stream", headers={"Accept-Encoding": "br, gzip"})
    assert answer.content_encoding is None
    assert answer.mimetype == "text/event-stream"


def test_static_files_are_kept_for_a_year_at_an_address_with_their_version(client: Client, crowded_night: str) -> None:
    page = client.get(f"/nights/{crowded_night}").text
    address = page.split('src="')[-1].split('"')[0]
    answer = client.get(address, headers={"Accept-Encoding": "br"})
    assert "max-age=31536000" in answer.headers["Cache-Control"]
    assert answer.content_encoding == "br"
    assert client.get(address.replace("/static/", "/static/0")).status_code == 404
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


NAME = "cage.lan"


@pytest.fixture
def over_tls(house: House, tmp_path: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """The application over TLS: its address, and what takes it down."""
    made = make_certificate([NAME], tmp_path, datetime.now(UTC))
    with ExitStack() as stack:
        port = stack.enter_context(served(house.app, tls=server_context(made.certificate, made.key)))
        yield f"https://{NAME}:{port}", stack.close


@pytest.fixture
def name_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser to which the house's name is this machine."""
    flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    yield launched
    launched.close()


def signed_in(browser: Browser, address: str, where: str) -> Tablet:
    """A tablet at one address of the house, with a session begun at another."""
    tablet = Tablet(browser, where, signed_in=False, service_worker=True)
    tablet.context.add_cookies([{"name": COOKIE, "value": session_cookie(address), "url": where}])
    return tablet


def test_over_tls_the_shell_is_kept_and_says_when_the_line_is_gone(
    name_browser: Browser, address: str, over_tls: tuple[str, Callable[[], None]], night: str
) -> None:
    where, take_down = over_tls
    tablet = signed_in(name_browser, address, where)
    tablet.go(f"/nights/{night}")
    worker = tablet.page.evaluate(
        "() => navigator.serviceWorker.ready.then((one) => new URL(one.active.scriptURL).pathname)"
    )
    assert worker == "/service-worker.js"
    tablet.page.wait_for_function("() => navigator.serviceWorker.controller")
    kept = tablet.page.evaluate(
        """async () => {
            const caught = [];
            for (const name of await caches.keys())
                for (const one of await (await caches.open(name)).keys()) caught.push(new URL(one.url).pathname);
            return caught;
        }"""
    )
    assert "/offline" in kept
    assert any(path.endswith(".js") for path in kept)
    assert [path for path in kept if not path.startswith(("/static/", "/fonts/", "/offline"))] == []
    tablet.page.reload()
    tablet.follows()
    take_down()
    tablet.page.reload()
    expect(tablet.page.get_by_role("heading", name="Offline")).to_be_visible()
    tablet.close()


def test_a_touch_does_not_wait_for_the_shells_worker(
    name_browser: Browser, address: str, over_tls: tuple[str, Callable[[], None]], night: str
) -> None:
    """A browser stops a worker that rests, and would start it for each touch after a pause."""
    where, _ = over_tls
    tablet = signed_in(name_browser, address, where)
    tablet.go(f"/nights/{night}")
    tablet.page.wait_for_function("() => navigator.serviceWorker.controller")
    tablet.page.reload()
    tablet.follows()
    tablet.follow("player:red", "amount:500", "spot:single-Q")
    tablet.sees('#part-state[data-version="8"]')
    routes = tablet.page.evaluate(
        """() => Object.fromEntries(performance.getEntriesByType("resource").map(
            (one) => [new URL(one.name).pathname.split("/").at(-1), one.workerMatchedSourceType]))"""
    )
    assert routes["commands"] == "network"
    assert {source for name, source in routes.items() if name.endswith(".js")} == {""}
    tablet.close()


def test_over_plain_http_on_a_name_it_works(name_browser: Browser, address: str, house: House, night: str) -> None:
    where = f"http://{NAME}:{urlsplit(address).port}"
    tablet = signed_in(name_browser, address, where)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    assert not tablet.page.evaluate("() => isSecureContext || 'randomUUID' in crypto || 'serviceWorker' in navigator")
    tablet.follow("player:red", "amount:500", "spot:single-Q", "spot:single-Q", "rank:K")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    version = house.do(night, "draw_winner", card="3")
    tablet.settle_down(version)
    assert house.result(night)["players"]["red"]["staked"] == 1000
    # Of the headers, one is for secure origins alone, and the browser says so.
    assert [text for text in tablet.said if "Cross-Origin-Opener-Policy" not in text] == []
    tablet.close()


def test_the_manifest_names_icons_of_the_sizes_that_it_says(stranger: Client) -> None:
    manifest = stranger.get("/manifest.webmanifest")
    assert manifest.mimetype == "application/manifest+json"
    text = manifest.get_json()
    assert (text["start_url"], text["display"]) == ("/", "standalone")
    drawn = [part for part in text["icons"] if part["type"] == "image/png"]
    assert {item["sizes"] for item in drawn} == {"192x192", "512x512"}
    assert [one.get("purpose") for one in drawn].count("maskable") == 1
    for entry in drawn:
        image = Image.open(BytesIO(stranger.get(entry["src"]).data))
        assert f"{image.width}x{image.height}" == entry["sizes"]
    assert stranger.get(text["icons"][0]["src"]).mimetype == "image/svg+xml"


def test_every_file_of_the_shell_is_there_for_who_is_not_signed_in(stranger: Client) -> None:
    files = stranger.get("/shell.json").get_json()["files"]
    assert len(files) > 30
    assert [path for path in files if stranger.get(path).status_code != 200] == []
    worker = stranger.get("/service-worker.js")
    assert worker.headers["Cache-Control"] == "no-cache"
    assert worker.mimetype == "text/javascript"
