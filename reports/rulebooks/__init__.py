"""The rules of the games and of the money, numbered as everything cites them: for ``docs/rules``, a page and paper."""
