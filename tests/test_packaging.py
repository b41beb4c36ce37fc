"""The image of ``packaging/Containerfile``, built and run: by buildah, and by doing its steps in a bare Debian."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from signal import SIGTERM

import pytest

from events.frozen import Frozen
from tests.support.free_port import free_port
from tests.web.command_line.called import ROOT

CONTAINERFILE = Path("packaging/Containerfile")
PORT = "8321"
"""The port of the image. The test serves on a free one: the machine may serve another house on this one."""
BASE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Image(Frozen):
    """What runs a command in the image, as its user in its folder, and what the image says of itself."""

    prefix: tuple[str, ...]
    command: tuple[str, ...]
    health_check: tuple[str, ...]

    def run(self, *command: str) -> str:
        """The output of a command that succeeds."""
        return _output(*self.prefix, *command)

    @contextmanager
    def served(self, port: int) -> Iterator[subprocess.Popen[str]]:
        """Its own command, on another port."""
        command = [*self.prefix, *self.command, "--port", str(port)]
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as server:
            try:
                yield server
            finally:
                os.killpg(server.pid, SIGTERM)
                server.wait(60)


def _output(*command: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{shlex.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout.strip()


@pytest.fixture(scope="module")
def bare_debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A bare Debian 12 in a folder, which reaches the registries in the way of this machine."""
    if os.geteuid() or shutil.which("debootstrap") is None:
        pytest.skip("only root can make a bare Debian, with debootstrap")
    root = tmp_path_factory.mktemp("bare") / "debian"
    _output("debootstrap", "--variant=minbase", "bookworm", root)
    checks = [line for line in _output("apt-config", "dump").splitlines() if re.match("Acquire::(Check|http)", line)]
    (root / "etc/apt/apt.conf.d/90this-machine").write_text("\n".join([*checks, ""]), encoding="utf-8")
    for kept in (Path("/etc/pip.conf"), Path("/usr/local/share/ca-certificates")):
        if kept.exists():
            target = root / kept.relative_to("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            _output("cp", "--recursive", kept, target.parent)
    yield root
    shutil.rmtree(root)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for some gigabytes, which are gone after the test."""
    yield tmp_path
    shutil.rmtree(tmp_path)


def by_buildah(bare_debian: Path, clone: Path, folder: Path) -> Image:
    """The image as buildah builds it; the bare Debian is its base."""
    buildah = ("buildah", "--root", str(folder / "storage"), "--runroot", str(folder / "run"))
    base = _output(*buildah, "from", "scratch")
    _output("cp", "--archive", f"{bare_debian}/.", _output(*buildah, "mount", base))
    _output(*buildah, "commit", base, "docker.io/library/debian:12-slim")
    _output(*buildah, "rm", base)
    isolated = ("--isolation", "chroot", "--network", "host")
    _output(
        *(*buildah, "bud", *isolated, "--pull-never", "--format", "docker"),
        *("--file", CONTAINERFILE, "--tag", "casekeeper", "."),
        folder=clone,
    )
    config = json.loads(_output(*buildah, "inspect", "--type", "image", "casekeeper"))["Docker"]["config"]
    container = _output(*buildah, "from", "--pull-never", "casekeeper")
    return Image(
        prefix=(*buildah, "run", *isolated, container, "--"),
        command=(*config["Entrypoint"], *config["Cmd"]),
        health_check=tuple(config["Healthcheck"]["Test"][1:]),
    )


def by_its_steps(bare_debian: Path, clone: Path, folder: Path) -> Image:
    """The image as its steps make it, each in the bare Debian."""
    stages: dict[str, Path] = {}
    environment = {"PATH": BASE_PATH}
    user, workdir = "root", "/"
    lists: dict[str, tuple[str, ...]] = {}
    for word, rest in _instructions((clone / CONTAINERFILE).read_text(encoding="utf-8")):
        match word:
            case "FROM":
                root = stages[rest.partition(" AS ")[2]] = folder / f"stage-{len(stages)}"
                user, workdir = "root", "/"
                _output("cp", "--archive", bare_debian, root)
            case "RUN":
                _output(*_inside(root, user, workdir, environment), "sh", "-c", rest)
            case "COPY":
                source, target = rest.split()[-2:]
                stage = re.match(r"--from=(\S+)", rest)
                origin = stages[stage[1]] / source.lstrip("/") if stage else clone / source
                (root / target.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
                _output("cp", "--archive", "--no-preserve=ownership", origin, root / target.lstrip("/"))
            case "ENV":
                name, _, value = rest.partition("=")
                environment[name] = value.replace(f"${name}", environment[name])
            case "USER":
                user = rest
            case "WORKDIR":
                workdir = rest
            case "ENTRYPOINT" | "CMD":
                lists[word] = tuple(json.loads(rest))
            case "HEALTHCHECK":
                lists[word] = tuple(json.loads(rest.partition("CMD ")[2]))
            case _:
                assert word in ("VOLUME", "EXPOSE"), f"This test does not know {word}."
    return Image(
        prefix=_inside(root, user, workdir, environment),
        command=lists["ENTRYPOINT"] + lists["CMD"],
        health_check=lists["HEALTHCHECK"],
    )


def _instructions(text: str) -> Iterator[tuple[str, str]]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for instruction in filter(None, re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines()):
        word, _, rest = instruction.partition(" ")
        yield word, rest.strip()


def _inside(root: Path, user: str, workdir: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    """What runs a command in a root: with its own processes file system, which is gone with the command."""
    variables = [f"{name}={value}" for name, value in environment.items()]
    chroot = ["chroot", f"--userspec={user}", str(root), "env", "-i", "-C", workdir, *variables]
    mounted = f'mount -t proc proc {shlex.quote(str(root / "proc"))} && exec "$@"'
    return ("unshare", "--mount", "sh", "-c", mounted, "sh", *chroot)


def _needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("build", [pytest.param(by_buildah, marks=_needs("buildah")), by_its_steps])
def test_the_image_serves_a_book_is_healthy_prints_and_makes_copies(
    bare_debian: Path, folder: Path, build: Callable[[Path, Path, Path], Image]
) -> None:
    clone = folder / "clone"
    _output("git", "clone", "--quiet", ROOT, clone)
    image = build(bare_debian, clone, folder)
    commit = _output("git", "rev-parse", "HEAD", folder=clone)
    assert commit[:7] in image.run("casekeeper", "--version")

    port = free_port()
    with image.served(port) as server:
        assert server.stdout is not None
        assert "night.db is open at" in server.stdout.readline()
        assert "There is no dealer yet." in server.stdout.readline()
        image.run(*_on_port(image.health_check, port))
        assert image.run("stat", "--format", "%U %a", "night.db") == "casekeeper 600"
        image.run("casekeeper", "backup", "night.db", "copy.db")
    with pytest.raises(AssertionError, match="Connection refused"):
        image.run(*_on_port(image.health_check, port))

    image.run("casekeeper", "verify", "--book", "copy.db")
    image.run("casekeeper", "blanks", "--out", "blanks")
    assert image.run("sh", "-c", "head -c 5 blanks/*.pdf | grep -c %PDF-") == image.run("sh", "-c", "ls blanks | wc -l")


def _on_port(command: Sequence[str], port: int) -> list[str]:
    assert any(f":{PORT}/" in part for part in command)
    return [part.replace(f":{PORT}/", f":{port}/") for part in command]
