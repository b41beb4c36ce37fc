"""Programs with a token."""

from __future__ import annotations

from hashlib import sha256

from tests.support.house import House


def token_for(house: House, name: str, role: str) -> str:
    """The token of a new program with a role."""
    token = f"the token of {name}".replace(" ", "-")
    hashed = sha256(token.encode()).hexdigest()
    document = {"do": "issue_token", "name": name, "role": role, "token_hash": hashed}
    house.service.execute_for_house(document, house.sender)
    return token
