# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `keys`."""

from __future__ import annotations

import datetime
from typing import Optional, Sequence

from . import endpoints
from .. import types
from .._core import AsyncCore
from .._json import body
from .._listing import AsyncListing


class AsyncKeysOperations(AsyncCore):
    """Operations of the group `keys`."""

    async def follow_login_link(self, token: str) -> None:
        """Logs in with a one-time link.

        The server prints such a link at startup. The first visitor becomes an operator of the
        server. Each address may try 5 times per minute.

        Args:
            token: Token of the link. It works once, within 10 minutes.
        """
        return await self._call(endpoints.FOLLOW_LOGIN_LINK, query={"token": token})

    def list_keys(
        self,
        *,
        reach: Optional[types.KeyReach] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncListing[types.ApiKeyList, types.ApiKey]:
        """Lists API keys.

        In order of ID, including revoked keys. A page may have fewer items than `limit` and still
        not be the last. Page size: 50 by default, at most 500.

        Requires `admin`.

        Args:
            reach: Keys to list: `tenant` for those of the tenant, `all` for those with access
                to all tenants. `all` requires such a key. Default: `tenant`.
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(
            endpoints.LIST_KEYS,
            query={"reach": reach, "limit": limit, "cursor": cursor},
        )

    async def create_key(
        self,
        role: types.Role,
        *,
        expires_at: Optional[datetime.datetime] = None,
        note: Optional[str] = None,
        permissions: Optional[Sequence[types.Permission]] = None,
        reach: Optional[types.KeyReach] = None,
        idempotency_key: Optional[str] = None,
    ) -> types.ApiKeyWithSecret:
        """Creates an API key.

        The response contains the key, which is shown only once. A key cannot have more rights than
        its creator, or expire later. By default, a key accesses the tenant of the request, has no
        permissions besides those of its role, and never expires. Its note has at most 2,048
        characters.

        A repeated request with the same `Idempotency-Key` creates no second key. It returns 409,
        because the first key cannot be shown again.

        Requires `admin`.

        Args:
            role: Role of the key.
            expires_at: Expiry time. Default: never.
            note: Purpose of the key.
            permissions: Permissions in addition to the role.
            reach: Tenants that the key can access. Default: the tenant of the request.
            idempotency_key: Repeating a request with the same key has no further effect.
                Default: generated.
        """
        return await self._call(
            endpoints.CREATE_KEY,
            body=body({"role": role}, {"expires_at": expires_at, "note": note, "permissions": permissions, "reach": reach}),
            idempotency_key=idempotency_key,
        )

    async def get_key(self, id: str) -> types.ApiKey:
        """Gets an API key.

        The secret is not included: only its hash is stored.

        Requires `admin`.

        Args:
            id: API key ID.
        """
        return await self._call(endpoints.GET_KEY, path=(id,))

    async def revoke_key(self, id: str) -> None:
        """Revokes an API key.

        Within a second, the key and all sessions started with it stop working everywhere. The key
        stays on record. Revoking it again changes nothing.

        Requires `admin`.

        Args:
            id: API key ID.
        """
        return await self._call(endpoints.REVOKE_KEY, path=(id,))

    async def rotate_key(
        self,
        id: str,
        *,
        keep_old_seconds: Optional[int] = None,
    ) -> types.ApiKeyWithSecret:
        """Rotates an API key.

        Replaces the secret of the key. The response contains the new secret, which is shown only
        once. The old secret keeps working for `keep_old_seconds`, so that it can be replaced
        without downtime.

        Requires `admin`.

        Args:
            id: API key ID.
            keep_old_seconds: Time for which the old secret keeps working, in seconds. Default:
                0. Maximum: 604,800 (seven days).
        """
        return await self._call(
            endpoints.ROTATE_KEY,
            path=(id,),
            body=body({}, {"keep_old_seconds": keep_old_seconds}) or None,
        )

    async def get_session(self) -> types.Session:
        """Gets the current caller.

        Returns the caller's role, permissions and tenant.

        Requires `viewer`.
        """
        return await self._call(endpoints.GET_SESSION)

    async def create_session(self, key: str) -> types.Session:
        """Logs in to the console.

        The response sets a session cookie. The session ends after 12 hours, after 30 minutes
        without use, or when the key ends. Each address may try 5 times per minute.

        Args:
            key: API key.
        """
        return await self._call(endpoints.CREATE_SESSION, body=body({"key": key}, {}))

    async def delete_session(self) -> None:
        """Logs out of the console.

        Ends the session immediately, wherever it is used. The response is the same if there is no
        session.
        """
        return await self._call(endpoints.DELETE_SESSION)
