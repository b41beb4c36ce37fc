"""The bank's percentages as they are printed: hundredths that are the fractions beside them, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from dealer.games.faro.house import FaroHouse
from reports.edition import HouseStyle
from reports.rules.percentages import Figure, Percentages, figure, percentages_of
from tests.support.houses import faro_house
