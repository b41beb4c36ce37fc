"""The certificate of the house's authority, and the page that tells how devices come to trust it."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template
from werkzeug.exceptions import NotFound

from web.app.addresses import Entrance, fingerprint_of
from web.app.authorization import open_to_all
from web.app.links import ENTRANCE

blueprint = Blueprint("authority", __name__, url_prefix="/authority")

FILE = "casekeeper.crt"
"""The name under which devices keep it: Windows opens no ``.pem``."""


def authority() -> str:
    """The certificate (PEM) of the house's authority; "" if the server was not given it."""
    entrance: Entrance | None = current_app.extensions[ENTRANCE]
    return entrance.authority if entrance else ""


def _authority() -> str:
    if not authority():
        raise NotFound
    return authority()


@blueprint.get("")
@open_to_all
def page() -> str:
    """How a device comes to trust the house's authority."""
    return render_template("authority.html", file=FILE, fingerprint=fingerprint_of(_authority()))


@blueprint.get(f"/{FILE}")
@open_to_all
def certificate() -> Response:
    """The certificate of the house's authority, which a device offers to install."""
    # A browser on iOS offers to install what it is not told to keep as a file.
    return Response(_authority(), mimetype="application/x-x509-ca-cert")
