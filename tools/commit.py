"""Writes the commit of the clone into what is built from it; ``casekeeper --version`` prints it."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "web/commit.txt"


class CommitHook(BuildHookInterface[Any]):
    """Adds :data:`NAME` to a wheel or source archive, unless it is built from an archive, which has it already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Ask git; an editable install and a folder without a clone have no commit."""
        root = Path(self.root)
        if version == "editable" or not (root / ".git").exists():
            return
        # Named like this, it is this clone's, whoever owns it, and whatever GIT_DIR says.
        git = ["git", "--git-dir=.git", "--work-tree=."]
        described = [*git, "describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"]
        with suppress(OSError, subprocess.CalledProcessError):
            commit = subprocess.run(described, cwd=root, check=True, capture_output=True, text=True).stdout.strip()
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(commit, "utf-8")
            build_data["force_include"][str(self._path)] = NAME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the file again."""
        self._path.unlink(missing_ok=True)

    @property
    def _path(self) -> Path:
        return Path(self.directory) / "commit.txt"
