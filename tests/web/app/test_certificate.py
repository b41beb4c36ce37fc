"""The certificates: made for names and addresses, by an authority that is kept, and good in a real handshake."""

from __future__ import annotations

import socket
import ssl
import stat
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from threading import Thread

import pytest
from cryptography import x509
from cryptography.x509 import verification

from web.app.certificate import CERTIFICATE_DAYS, CertificateError, Made, check_pair, make_certificate

NOW = datetime.now(UTC)


def loaded(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def verify(made: Made, name: str, at: datetime = NOW) -> None:
    """Verify a certificate as a browser does: raises where it is not good for that name at that time."""
    store = verification.Store([loaded(made.authority)])
    try:
        subject: x509.DNSName | x509.IPAddress = x509.IPAddress(ip_address(name))
    except ValueError:
        subject = x509.DNSName(name)
    verifier = verification.PolicyBuilder().store(store).time(at).build_server_verifier(subject)
    verifier.verify(loaded(made.certificate), [])


def test_a_certificate_is_good_for_its_names_and_for_no_other(tmp_path: Path) -> None:
    made = make_certificate(["cage.lan", "192.168.7.2", "fd00::2"], tmp_path, NOW)
    for name in ("cage.lan", "192.168.7.2", "fd00::2"):
        verify(made, name)
    for name in ("bank.lan", "192.168.7.3"):
        with pytest.raises(verification.VerificationError):
            verify(made, name)


def test_it_lasts_no_longer_than_tablets_take(tmp_path: Path) -> None:
    made = make_certificate(["cage.lan"], tmp_path, NOW)
    certificate = loaded(made.certificate)
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert timedelta(days=CERTIFICATE_DAYS - 1) < lasts <= timedelta(days=825)
    with pytest.raises(verification.VerificationError):
        verify(made, "cage.lan", NOW + timedelta(days=CERTIFICATE_DAYS))


def test_the_authority_is_kept_and_signs_the_next_certificate(tmp_path: Path) -> None:
    first = make_certificate(["cage.lan"], tmp_path, NOW)
    authority, certificate = first.authority.read_bytes(), first.certificate.read_bytes()
    second = make_certificate(["bank.lan"], tmp_path, NOW)
    assert second.authority.read_bytes() == authority
    assert second.certificate.read_bytes() != certificate
    verify(second, "bank.lan")


def test_near_its_end_the_authority_signs_for_no_longer_than_it_lasts(tmp_path: Path) -> None:
    made = make_certificate(["cage.lan"], tmp_path, NOW)
    late = NOW + timedelta(days=3640)
    made = make_certificate(["cage.lan"], tmp_path, late)
    assert loaded(made.certificate).not_valid_after_utc == loaded(made.authority).not_valid_after_utc
    with pytest.raises(CertificateError, match="run out"):
        make_certificate(["cage.lan"], tmp_path, NOW + timedelta(days=3651))


def test_the_keys_are_their_owners_alone(tmp_path: Path) -> None:
    make_certificate(["cage.lan"], tmp_path, NOW)
    make_certificate(["cage.lan"], tmp_path, NOW)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "authority.key",
        "authority.pem",
        "server.key",
        "server.pem",
    ]
    for name in ("authority.key", "server.key"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_handshake_that_trusts_the_authority_succeeds(tmp_path: Path) -> None:
    made = make_certificate(["cage.lan"], tmp_path, NOW)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(made.certificate, made.key)
    client = ssl.create_default_context(cafile=str(made.authority))
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with server.wrap_socket(listening.accept()[0], server_side=True) as line:
                line.send(b"come in")

        thread = Thread(target=answer, daemon=True)
        thread.start()
        plain = socket.create_connection(listening.getsockname())
        with client.wrap_socket(plain, server_hostname="cage.lan") as line:
            assert line.recv(100) == b"come in"
        thread.join()


@pytest.mark.parametrize(
    "name", ["", "cage_lan", "-cage", "cage lan", "a" * 64, "x." * 130 + "x", "käfig.lan", "*.lan"]
)
def test_what_is_no_name_is_refused_before_anything_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(CertificateError):
        make_certificate(["cage.lan", name], tmp_path / "tls", NOW)
    assert not (tmp_path / "tls").exists()


def test_half_an_authority_or_one_with_anothers_key_is_trouble(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        make_certificate(["cage.lan"], folder, NOW)
    (one / "authority.key").write_bytes((other / "authority.key").read_bytes())
    with pytest.raises(CertificateError, match="not that of"):
        make_certificate(["cage.lan"], one, NOW)
    for broken in ("authority.key", "authority.pem"):
        kept = (other / broken).read_bytes()
        (other / broken).write_text("no PEM")
        with pytest.raises(CertificateError, match="cannot be read"):
            make_certificate(["cage.lan"], other, NOW)
        (other / broken).unlink()
        with pytest.raises(CertificateError, match="cannot be read"):
            make_certificate(["cage.lan"], other, NOW)
        (other / broken).write_bytes(kept)


def test_a_folder_that_cannot_be_written_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(CertificateError, match="cannot be kept"):
        make_certificate(["cage.lan"], tmp_path / "file" / "tls", NOW)


def test_a_pair_is_looked_at_before_it_is_served(tmp_path: Path) -> None:
    one = make_certificate(["cage.lan"], tmp_path / "one", NOW)
    other = make_certificate(["cage.lan"], tmp_path / "other", NOW)
    check_pair(one.certificate, one.key)
    for certificate, key in ((one.certificate, other.key), (one.key, one.certificate), (tmp_path / "none", one.key)):
        with pytest.raises(CertificateError):
            check_pair(certificate, key)
