# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `secrets`."""

from __future__ import annotations

from typing import Optional, Sequence

from . import endpoints
from .. import types
from .._core import Core
from .._json import Version, body
from .._listing import Listing


class SecretsOperations(Core):
    """Operations of the group `secrets`."""

    def list_secrets(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.SecretList, types.Secret]:
        """Lists secrets.

        In order of name. Values are not included. Page size: 50 by default, at most 500. If the
        server has no master key, the request returns 409 (`no_master_key`).

        Requires `secrets`.

        Args:
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(endpoints.LIST_SECRETS, query={"limit": limit, "cursor": cursor})

    def rotate_secrets(self) -> types.SecretRotationResult:
        """Re-encrypts secrets with the newest master key.

        Re-encrypts all secrets of the tenant. The request may be repeated at any time; secrets that
        already use the newest key are left unchanged. If the server has no master key, the request
        returns 409 (`no_master_key`).

        Requires `server`.
        """
        return self._call(endpoints.ROTATE_SECRETS)

    def put_secret(
        self,
        name: str,
        value: str,
        *,
        allow: Optional[Sequence[str]] = None,
        if_match: Optional[Version] = None,
        create_only: bool = False,
    ) -> types.Secret:
        """Creates or replaces a secret.

        Actions use the new value within a second. The value has at most 64 KiB and cannot be read
        back. `allow` has at most 50 destinations and is unchanged by default; a new secret may be
        sent anywhere by default, but in multi-tenant mode its list is required. A provider in
        `allow` that no live node has is accepted with a warning. With `If-Match`, the secret is
        replaced only if its version matches; with `If-None-Match: *`, it is only created. Otherwise
        the request returns 412. If the server has no master key, the request returns 409
        (`no_master_key`).

        Requires `secrets`.

        Args:
            name: Name of the secret.
            value: Value of the secret. It is never shown.
            allow: Destinations that the secret may be sent to: `PROVIDER` or `PROVIDER:HOST`,
                such as `email`, `webhook:api.example.com` or `webhook:*.example.com`. An empty list
                allows any destination. Default: unchanged. A new secret may be sent anywhere by
                default; in multi-tenant mode, the list is required.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
            create_only: Create only: anything under this name is a `Conflict`.
        """
        return self._call(
            endpoints.PUT_SECRET,
            path=(name,),
            body=body({"value": value}, {"allow": allow}),
            if_match=if_match,
            create_only=create_only,
        )

    def delete_secret(self, name: str, *, if_match: Optional[Version] = None) -> None:
        """Deletes a secret.

        Actions that use the secret fail within a second. With `If-Match`, the secret is deleted
        only if its version matches; otherwise the request returns 412.

        Requires `secrets`.

        Args:
            name: Name of the secret.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return self._call(endpoints.DELETE_SECRET, path=(name,), if_match=if_match)
