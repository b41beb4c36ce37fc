"""Cookies of sessions, read by a clock that may have been set back since they were signed."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer


class SessionCookies(SecureCookieSessionInterface):
    """Flask's own, but that one signed at a time which is still to come is read: it is from before the clock was set.

    Without its cookie a tablet is signed out, and no device on which anybody has been before. How long a session lasts
    the book says.
    """

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs and reads a cookie; nothing where the application has no key."""
        serializer = super().get_signing_serializer(app)
        if serializer:
            serializer.signer = _Signer
        return serializer


class _Signer(TimestampSigner):
    def unsign(self, signed_value: str | bytes, *args: Any, **options: Any) -> Any:
        try:
            return super().unsign(signed_value, *args, **options)
        except SignatureExpired as expired:
            signed_at = expired.date_signed
            if signed_at is None or signed_at.timestamp() <= self.get_timestamp():
                raise
            return super().unsign(signed_value, return_timestamp=options.get("return_timestamp", False))
