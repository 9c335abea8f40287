// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `secrets`.

use std::borrow::Borrow;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{NewSecret, Secret, SecretList, SecretRotationResult};

impl Client {
    /// Lists secrets.
    ///
    /// In order of name. Values are not included. Page size: 50 by default, at most 500. If the server has no master
    /// key, the request returns 409 (`no_master_key`).
    ///
    /// Requires `secrets`.
    pub fn list_secrets(&self) -> Call<ListSecrets> {
        self.call::<ListSecrets>(&[])
    }

    /// Re-encrypts secrets with the newest master key.
    ///
    /// Re-encrypts all secrets of the tenant. The request may be repeated at any time; secrets that already use the
    /// newest key are left unchanged. If the server has no master key, the request returns 409 (`no_master_key`).
    ///
    /// Requires `server`.
    pub fn rotate_secrets(&self) -> Call<RotateSecrets> {
        self.call::<RotateSecrets>(&[])
    }

    /// Creates or replaces a secret.
    ///
    /// Actions use the new value within a second. The value has at most 64 KiB and cannot be read back. `allow` has at
    /// most 50 destinations and is unchanged by default; a new secret may be sent anywhere by default, but in
    /// multi-tenant mode its list is required. A provider in `allow` that no live node has is accepted with a warning.
    /// With `If-Match`, the secret is replaced only if its version matches; with `If-None-Match: *`, it is only
    /// created. Otherwise the request returns 412. If the server has no master key, the request returns 409
    /// (`no_master_key`).
    ///
    /// Requires `secrets`.
    pub fn put_secret(&self, name: &str, secret: impl Borrow<NewSecret>) -> Call<PutSecret> {
        self.call::<PutSecret>(&[&name]).body_json(secret.borrow())
    }

    /// Deletes a secret.
    ///
    /// Actions that use the secret fail within a second. With `If-Match`, the secret is deleted only if its version
    /// matches; otherwise the request returns 412.
    ///
    /// Requires `secrets`.
    pub fn delete_secret(&self, name: &str) -> Call<DeleteSecret> {
        self.call::<DeleteSecret>(&[&name])
    }
}

endpoint! {
    ListSecrets = "listSecrets" GET "/v1/secrets";
    media "", repeatable true, keyed false, slow false;
    -> SecretList as json;
    Listing(Secret, items);
}

impl Call<ListSecrets> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    RotateSecrets = "rotateSecrets" POST "/v1/secrets/rotate";
    media "", repeatable false, keyed false, slow false;
    -> SecretRotationResult as json;
}

endpoint! {
    PutSecret = "putSecret" PUT "/v1/secrets/{name}";
    media "application/json", repeatable true, keyed false, slow false;
    -> Secret as json;
    Conditional;
    Creating;
}

endpoint! {
    DeleteSecret = "deleteSecret" DELETE "/v1/secrets/{name}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
    Conditional;
}
