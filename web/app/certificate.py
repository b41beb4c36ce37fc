"""The certificate of the server for the house's network, signed by an authority that the program makes once."""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from events.frozen import Frozen
from reports.words.language import gettext as _
from web.start import SetupError

CERTIFICATE_DAYS = 825
"""The longest that tablets take a server's certificate for."""

AUTHORITY = "authority.pem"

AUTHORITY_DAYS = 3650
A_DAY = timedelta(days=1)
"""A certificate begins a day early, for tablets whose clock is behind."""

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")


class CertificateError(SetupError):
    """A certificate could not be made or used (``bad_certificate``)."""

    def __init__(self, why: str) -> None:
        super().__init__("bad_certificate", why)


class Made(Frozen):
    """The files of a certificate: the authority that tablets are to trust, the certificate, and its key."""

    authority: Path
    certificate: Path
    key: Path


class _Authority(Frozen, kw_only=False):
    certificate: x509.Certificate
    key: EllipticCurvePrivateKey


def make_certificate(names: Sequence[str], folder: Path, now: datetime) -> Made:
    """Make a certificate for host names and addresses in a folder, by the authority there; that is made if missing.

    Raises :class:`CertificateError` where a name is none, or the folder's files cannot be read, used or written.
    """
    subjects = [_subject(name) for name in names]
    made = Made(authority=folder / AUTHORITY, certificate=folder / "server.pem", key=folder / "server.key")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        authority = _authority(made.authority, folder / "authority.key", now)
        key = generate_private_key(SECP256R1())
        certificate = _signed_by(authority, names[0], subjects, key, now)
        _write(made.key, _key_pem(key), secret=True)
        _write(made.certificate, certificate.public_bytes(Encoding.PEM))
    except OSError as error:
        why = error.strerror or str(error)
        raise CertificateError(
            _("The certificate cannot be saved in %(folder)s: %(why)s.", folder=folder, why=why)
        ) from None
    return made


def check_pair(certificate: Path, key: Path) -> None:
    """Raise :class:`CertificateError` where two files are no certificate and its key."""
    for path in (certificate, key):
        try:
            path.read_bytes()
        except OSError as error:
            why = error.strerror or str(error)
            raise CertificateError(_("%(file)s cannot be read: %(why)s.", file=path, why=why)) from None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (ssl.SSLError, ValueError):
        raise CertificateError(
            _(
                "%(certificate)s and %(key)s are not a PEM certificate and its key.",
                certificate=certificate,
                key=key,
            )
        ) from None


def authority_of(certificate: Path, authority: Path | None = None) -> str:
    """The certificate (PEM) of the authority that signed a certificate, from a file, and nothing else of that file.

    Without a file it is ``authority.pem`` beside the certificate, or "" if that has not signed it. Raises
    :class:`CertificateError` for a file that was given and has not.
    """
    try:
        found = x509.load_pem_x509_certificate((authority or certificate.with_name(AUTHORITY)).read_bytes())
        for signed in x509.load_pem_x509_certificates(certificate.read_bytes()):
            with suppress(ValueError, TypeError, InvalidSignature):
                signed.verify_directly_issued_by(found)
                return found.public_bytes(Encoding.PEM).decode()
    except (OSError, ValueError):
        pass
    if authority:
        raise CertificateError(
            _(
                "%(authority)s is not the certificate of the authority that signed %(certificate)s.",
                authority=authority,
                certificate=certificate,
            )
        )
    return ""


def _subject(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        pass
    if len(name) > 253 or not _HOST.fullmatch(name):
        raise CertificateError(_("“%(name)s” is not a host name or an address.", name=name[:60]))
    return x509.DNSName(name.lower())


def _authority(certificate: Path, key: Path, now: datetime) -> _Authority:
    """The authority of a folder; one half of it without the other is trouble."""
    files = {"certificate": certificate, "key": key}
    if not certificate.exists() and not key.exists():
        return _new_authority(certificate, key, now)
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        signer = load_pem_private_key(key.read_bytes(), password=None)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
        raise CertificateError(_("The authority in %(certificate)s and %(key)s cannot be read.", **files)) from None
    if not isinstance(signer, EllipticCurvePrivateKey) or found.public_key() != signer.public_key():
        raise CertificateError(_("The key in %(key)s is not that of the authority in %(certificate)s.", **files))
    if found.not_valid_after_utc <= now:
        raise CertificateError(
            _("The authority in %(certificate)s has expired. Move the file away to make a new one.", **files)
        )
    return _Authority(found, signer)


def _new_authority(certificate: Path, key: Path, now: datetime) -> _Authority:
    signer = generate_private_key(SECP256R1())
    name = _named(f"casekeeper, made {now.date().isoformat()}")
    built = (
        _builder(name, name, signer, now, now + timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .sign(signer, SHA256())
    )
    _write(key, _key_pem(signer), secret=True)
    _write(certificate, built.public_bytes(Encoding.PEM))
    return _Authority(built, signer)


def _signed_by(
    authority: _Authority,
    name: str,
    subjects: Sequence[x509.GeneralName],
    key: EllipticCurvePrivateKey,
    now: datetime,
) -> x509.Certificate:
    until = min(now - A_DAY + timedelta(days=CERTIFICATE_DAYS), authority.certificate.not_valid_after_utc)
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    return (
        _builder(_named(name[:64]), authority.certificate.subject, key, now, until)
        .add_extension(x509.SubjectAlternativeName(subjects), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(issuer, critical=False)
        .sign(authority.key, SHA256())
    )


def _builder(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, now: datetime, until: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - A_DAY)
        .not_valid_after(until)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _key_pem(key: EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(path: Path, text: bytes, *, secret: bool = False) -> None:
    """Write a new file; only its owner can ever read a secret file."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if secret else 0o644)
    with os.fdopen(handle, "wb") as file:
        file.write(text)
