"""A passkey in software: it makes keys and signs challenges as a device does, and lies where it is told to."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40  # flags: someone is there, is known to the device, a key follows
ES256, EC2, P256 = -7, 2, 1


class Authenticator:
    """A device with one key."""

    def __init__(self, origin: str) -> None:
        self.origin, self.uses, self.user = origin, 0, ""
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any], flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        """What `navigator.credentials.create` returns."""
        self.user = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: EC2, 3: ES256, -1: P256, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        about = self._about(options["rp"]["id"], flags | ATTESTED) + attested
        made = {"fmt": "none", "attStmt": {}, "authData": about}
        said = self._said("webauthn.create", options["challenge"])
        return self._credential(said, attestationObject=bytes_to_base64url(cbor2.dumps(made)))

    def show(self, options: dict[str, Any], flags: int = PRESENT | VERIFIED, uses: int | None = None) -> dict[str, Any]:
        """What `navigator.credentials.get` returns; `uses` is what the device claims."""
        self.uses = self.uses + 1 if uses is None else uses
        said = self._said("webauthn.get", options["challenge"])
        about = self._about(options["rpId"], flags)
        signature = self.key.sign(about + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            said,
            authenticatorData=bytes_to_base64url(about),
            signature=bytes_to_base64url(signature),
            userHandle=self.user,
        )

    def _about(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, said: bytes, **response: str) -> dict[str, Any]:
        number = bytes_to_base64url(self.id)
        assert base64url_to_bytes(number) == self.id
        answer = {"clientDataJSON": bytes_to_base64url(said), **response}
        return {"id": number, "rawId": number, "type": "public-key", "response": answer}
