"""Measures casekeeper beside its peers: prints tables, and writes them into docs/performance.md.

python -m bench                      all of it, some ten minutes on a quiet machine
python -m bench papers startup       some of it; the page keeps what it has of the rest
python -m bench --quick              two minutes; fails where a ratio is off by more than the run's own noise
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench.figures import Figure
from bench.parts import PARTS, measured
from bench.performance_page import table_of, write_page, write_values


def main() -> int:
    """Measure what is asked for, all of it where nothing is; the status is 1 where a quick run misses a ratio."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="part", help=f"what to measure: {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="a short look at each ratio; the page is left as it is")
    parser.add_argument("--values", type=Path, help="a file for every value, to be read by python -m pyperf")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - PARTS.keys():
        parser.error(f"nothing is measured under the name {', '.join(sorted(unknown))}")
    taken: dict[str, list[Figure]] = {}
    for part in asked.parts or PARTS:
        taken[part] = measured(part, asked.quick)
        print(f"{part}\n\n{table_of(taken[part])}\n", flush=True)
    if asked.values:
        write_values(asked.values, taken)
    if asked.quick:
        missed = [figure for figures in taken.values() for figure in figures if figure.is_missed]
        for figure in missed:
            print(f"MISSED: {figure.what}, beside {figure.beside}: {figure.ratio:.2f}; held is {figure.held_to}")
        return 1 if missed else 0
    write_page(taken)
    return 0


if __name__ == "__main__":
    sys.exit(main())
