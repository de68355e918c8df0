"""Passkeys (WebAuthn): a browser signs a challenge with a key that never leaves its device.

The server does not store challenges: the client gets one in a signed token that expires. A challenge whose answer was
proven is written to the database, so that an answer counts once in all processes.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadData, URLSafeSerializer
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from escapade.kernel.names import BadInput
from escapade.server import protocol
from escapade.server.accounts.accounts import Accounts, Caller
from escapade.server.accounts.names import tidy_login
from escapade.server.accounts.sessions import SHORT, NewSession, Visitor, end_one, is_alive
from escapade.server.errors import Conflict, NotFound, WrongLogin
from escapade.server.store import PasskeyRow, PersonRow, Store
from escapade.server.store.driver import Statement

EXPIRY = 5 * 60_000  # milliseconds
MAX_PASSKEYS = 10  # passkeys of one person
NAME = "Escapade"
CHECKED = UserVerificationRequirement.REQUIRED  # the device verifies its user, by PIN or biometrics
TRY_AGAIN = "this passkey could not be verified; try again"


class Challenge(NamedTuple):
    """A challenge token: the challenge, whom it was given to, the login, and when it expires."""

    value: bytes
    who: str
    login: str
    until: int


class Passkeys:
    """Registers, removes and verifies passkeys."""

    def __init__(self, store: Store, accounts: Accounts, now: Callable[[], int]) -> None:
        self.store, self.accounts, self.now = store, accounts, now

    # --- Registering ---

    async def offer(
        self, visitor: Visitor, request: protocol.PasskeyRequest, host: str, caller: Caller
    ) -> protocol.PasskeyOptions:
        """The options for creating a passkey; a guest names the login of the new account.

        An account must have logged in just now: a copied cookie must not suffice to add a passkey.
        """
        person = visitor.person
        login = person.login or tidy_login(request.login or "")
        if not login:
            raise BadInput("an account needs a login: say which")
        if person.login is None:
            self.accounts.limit_accounts(caller.network)
            await self.accounts.refuse_taken(login)
        else:
            self.accounts.sessions.confirm(visitor)
        keys = await self.store.passkeys(person.id)
        if len(keys) >= MAX_PASSKEYS:
            raise Conflict(f"you have {MAX_PASSKEYS} passkeys, and that is enough")
        challenge = secrets.token_bytes(32)
        options = generate_registration_options(
            rp_id=host_name(host),
            rp_name=NAME,
            user_name=login,
            user_id=person.id.encode(),
            user_display_name=person.name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=CHECKED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in keys],
        )
        token = self._token("register", challenge, person.id, login)
        return protocol.PasskeyOptions(token, options_to_json_dict(options))

    async def register(
        self, visitor: Visitor, request: protocol.PasskeyProofRequest, host: str, caller: Caller
    ) -> NewSession | None:
        """Store a new passkey; a guest becomes an account and gets a new session."""
        challenge = self._open("register", request.token)
        who = challenge.who
        if who != visitor.person.id:
            raise BadInput("this challenge was given to someone else")
        try:
            made = verify_registration_response(
                credential=request.credential,
                expected_challenge=challenge.value,
                expected_rp_id=host_name(host),
                expected_origin=origins(host),
                require_user_verification=True,
            )
        except Exception:  # the library raises many kinds of errors on invalid input
            raise BadInput(TRY_AGAIN) from None
        await self._use(challenge)
        key = bytes_to_base64url(made.credential_id)
        public, now = bytes_to_base64url(made.credential_public_key), self.now()
        row = PasskeyRow(key, who, public, made.sign_count, caller.device, now, 0)
        add: Statement = (
            "INSERT INTO passkeys (id, person, public, uses, name, made, used) SELECT ?, ?, ?, ?, ?, ?, ? "
            "WHERE (SELECT count(*) FROM passkeys WHERE person = ?) < ? ON CONFLICT DO NOTHING RETURNING id",
            (*row, who, MAX_PASSKEYS),
        )
        if await self.store.passkey(key) is not None:
            raise BadInput("this passkey is known already")
        if visitor.person.login is None:
            return await self.accounts.upgrade(visitor, challenge.login, None, caller.device, [add])
        if not await self.store.driver.run([lock(who), is_alive(visitor.session), add], None, 3):
            raise Conflict(
                "this passkey could not be kept: the session has ended, or you have too many; load the page again"
            )
        return None

    # --- Removing ---

    async def remove(self, visitor: Visitor, short: str) -> None:
        """Remove a passkey, unless it is the last way to log in."""
        self.accounts.sessions.confirm(visitor)
        who = visitor.person.id
        key = next((key for key in await self.store.passkeys(who) if short_of(key.id) == short), None)
        if key is None:
            raise NotFound("you have no such passkey")
        take = (
            "DELETE FROM passkeys WHERE id = ? AND person = ? AND (EXISTS (SELECT 1 FROM people WHERE id = ? AND "
            "password IS NOT NULL) OR (SELECT count(*) FROM passkeys WHERE person = ?) > 1) RETURNING id"
        )
        if not await self.store.driver.run([lock(who), (take, (key.id, who, who, who))], None, 2):
            raise Conflict("this is the only way to log in to your account; set a password or add another passkey")

    # --- Logging in ---

    def challenge(self, host: str) -> protocol.PasskeyOptions:
        """The options for logging in: they name no account, so they reveal none."""
        challenge = secrets.token_bytes(32)
        options = generate_authentication_options(rp_id=host_name(host), challenge=challenge, user_verification=CHECKED)
        return protocol.PasskeyOptions(self._token("log in", challenge), options_to_json_dict(options))

    async def log_in(self, request: protocol.PasskeyProofRequest, host: str, caller: Caller) -> NewSession:
        """Log in with a passkey; one whose sign count does not grow may be a copy, and is refused."""
        challenge = self._open("log in", request.token)
        key = request.credential.get("id")
        found = await self.store.passkey(key) if isinstance(key, str) and key.isascii() and key.isprintable() else None
        if found is None:
            raise WrongLogin(TRY_AGAIN)
        person = await self.store.person(found.person)
        if person is None:
            raise WrongLogin(TRY_AGAIN)
        browser = self.accounts.known_browser(person, caller)
        async with self.accounts.attempts.attempt(found.id, caller.network, browser):
            return await self._prove(request, host, caller, challenge, found, person)

    async def _prove(
        self,
        request: protocol.PasskeyProofRequest,
        host: str,
        caller: Caller,
        challenge: Challenge,
        found: PasskeyRow,
        person: PersonRow,
    ) -> NewSession:
        """Verify the answer to a challenge and begin a session."""
        try:
            proven = verify_authentication_response(
                credential=request.credential,
                expected_challenge=challenge.value,
                expected_rp_id=host_name(host),
                expected_origin=origins(host),
                credential_public_key=base64url_to_bytes(found.public),
                credential_current_sign_count=found.uses,
                require_user_verification=True,
            )
        except Exception:  # as above
            raise WrongLogin(TRY_AGAIN) from None
        if not is_owner(request.credential, person):
            raise WrongLogin(TRY_AGAIN)
        await self._use(challenge)
        use = "UPDATE passkeys SET uses = ?, used = ? WHERE id = ? AND uses = ? RETURNING id"
        used: Statement = (use, (proven.new_sign_count, self.now(), found.id, found.uses))
        guards, ends = [lock(person.id), used], [end_one(caller.session)]
        begun = await self.accounts.sessions.begin(person, caller.device, guards, ends)
        if begun is None:  # the passkey was removed, or used elsewhere, at the same moment
            raise WrongLogin(TRY_AGAIN)
        return begun

    # --- Challenges ---

    def _signer(self) -> URLSafeSerializer:
        return self.accounts.signer("escapade passkey")

    def _token(self, purpose: str, challenge: bytes, who: str = "", login: str = "") -> str:
        return str(self._signer().dumps([purpose, bytes_to_base64url(challenge), who, login, self.now() + EXPIRY]))

    def _open(self, purpose: str, token: str) -> Challenge:
        """Read a challenge token; refuse one that is forged or has expired."""
        try:
            given, challenge, who, login, until = self._signer().loads(token)
        except BadData:
            raise BadInput("this challenge is not ours; ask for a new one") from None
        if given != purpose or self.now() > until:
            raise BadInput("this challenge is not good any more; ask for a new one")
        return Challenge(base64url_to_bytes(challenge), who, login, until)

    async def _use(self, challenge: Challenge) -> None:
        """Use up a challenge whose answer was proven: challenges are free, so no other answer may cost a write."""
        text = bytes_to_base64url(challenge.value)
        if not await self.store.use_challenge(text, challenge.until, self.now() - EXPIRY):
            raise BadInput("this challenge was answered already; ask for a new one")


def lock(person: str) -> Statement:
    """A guard that locks the person's row."""
    return "UPDATE people SET exchange = 0 WHERE id = ? RETURNING id", (person,)


def short_of(key: str) -> str:
    """A passkey's short id."""
    return hashlib.sha256(key.encode()).hexdigest()[:SHORT]


def host_name(host: str) -> str:
    """The WebAuthn relying party id: the host without its port."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        name = None
    if not name:
        raise BadInput("a passkey needs the name of this server: the request names no host")
    return name


def origins(host: str) -> list[str]:
    """The origins that may use a passkey; over HTTP browsers allow localhost alone."""
    return [f"https://{host}", f"http://{host}"]


def is_owner(credential: dict[str, Any], person: PersonRow) -> bool:
    """Does the credential's user handle, if any, name this person?"""
    response = credential.get("response")
    handle = response.get("userHandle") if isinstance(response, dict) else None
    return not handle or handle == bytes_to_base64url(person.id.encode())
