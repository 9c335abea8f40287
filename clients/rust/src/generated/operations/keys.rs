// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `keys`.

use std::borrow::Borrow;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{ApiKey, ApiKeyList, ApiKeyWithSecret, CreateKeyRequest, KeyReach, LoginRequest, Session};

impl Client {
    /// Logs in with a one-time link.
    ///
    /// The server prints such a link at startup. The first visitor becomes an operator of the server. Each address may
    /// try 5 times per minute.
    pub fn follow_login_link(&self, token: &str) -> Call<FollowLoginLink> {
        self.call::<FollowLoginLink>(&[]).parameter("token", token)
    }

    /// Lists API keys.
    ///
    /// In order of ID, including revoked keys. A page may have fewer items than `limit` and still not be the last. Page
    /// size: 50 by default, at most 500.
    ///
    /// Requires `admin`.
    pub fn list_keys(&self) -> Call<ListKeys> {
        self.call::<ListKeys>(&[])
    }

    /// Creates an API key.
    ///
    /// The response contains the key, which is shown only once. A key cannot have more rights than its creator, or
    /// expire later. By default, a key accesses the tenant of the request, has no permissions besides those of its
    /// role, and never expires. Its note has at most 2,048 characters.
    ///
    /// A repeated request with the same `Idempotency-Key` creates no second key. It returns 409, because the first key
    /// cannot be shown again.
    ///
    /// Requires `admin`.
    pub fn create_key(&self, request: impl Borrow<CreateKeyRequest>) -> Call<CreateKey> {
        self.call::<CreateKey>(&[]).body_json(request.borrow())
    }

    /// Gets an API key.
    ///
    /// The secret is not included: only its hash is stored.
    ///
    /// Requires `admin`.
    pub fn get_key(&self, id: &str) -> Call<GetKey> {
        self.call::<GetKey>(&[&id])
    }

    /// Revokes an API key.
    ///
    /// Within a second, the key and all sessions started with it stop working everywhere. The key stays on record.
    /// Revoking it again changes nothing.
    ///
    /// Requires `admin`.
    pub fn revoke_key(&self, id: &str) -> Call<RevokeKey> {
        self.call::<RevokeKey>(&[&id])
    }

    /// Rotates an API key.
    ///
    /// Replaces the secret of the key. The response contains the new secret, which is shown only once. The old secret
    /// keeps working for `keep_old_seconds`, so that it can be replaced without downtime.
    ///
    /// Requires `admin`.
    pub fn rotate_key(&self, id: &str) -> Call<RotateKey> {
        self.call::<RotateKey>(&[&id])
    }

    /// Gets the current caller.
    ///
    /// Returns the caller's role, permissions and tenant.
    ///
    /// Requires `viewer`.
    pub fn get_session(&self) -> Call<GetSession> {
        self.call::<GetSession>(&[])
    }

    /// Logs in to the console.
    ///
    /// The response sets a session cookie. The session ends after 12 hours, after 30 minutes without use, or when the
    /// key ends. Each address may try 5 times per minute.
    pub fn create_session(&self, request: impl Borrow<LoginRequest>) -> Call<CreateSession> {
        self.call::<CreateSession>(&[]).body_json(request.borrow())
    }

    /// Logs out of the console.
    ///
    /// Ends the session immediately, wherever it is used. The response is the same if there is no session.
    pub fn delete_session(&self) -> Call<DeleteSession> {
        self.call::<DeleteSession>(&[])
    }
}

endpoint! {
    FollowLoginLink = "followLoginLink" GET "/login";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
}

endpoint! {
    ListKeys = "listKeys" GET "/v1/keys";
    media "", repeatable true, keyed false, slow false;
    -> ApiKeyList as json;
    Listing(ApiKey, items);
}

impl Call<ListKeys> {
    /// Keys to list: `tenant` for those of the tenant, `all` for those with access to all tenants. `all` requires such
    /// a key. Default: `tenant`.
    pub fn reach(self, reach: impl Into<KeyReach>) -> Self {
        self.parameter("reach", reach.into().as_str())
    }

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
    CreateKey = "createKey" POST "/v1/keys";
    media "application/json", repeatable false, keyed true, slow false;
    -> ApiKeyWithSecret as json;
    Keyed;
}

endpoint! {
    GetKey = "getKey" GET "/v1/keys/{id}";
    media "", repeatable true, keyed false, slow false;
    -> ApiKey as json;
}

endpoint! {
    RevokeKey = "revokeKey" DELETE "/v1/keys/{id}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
}

endpoint! {
    RotateKey = "rotateKey" POST "/v1/keys/{id}/rotate";
    media "application/json", repeatable false, keyed false, slow false;
    -> ApiKeyWithSecret as json;
}

impl Call<RotateKey> {
    /// Time for which the old secret keeps working, in seconds. Default: 0. Maximum: 604,800 (seven days).
    pub fn keep_old_seconds(self, keep_old_seconds: u32) -> Self {
        self.body_field("keep_old_seconds", keep_old_seconds)
    }
}

endpoint! {
    GetSession = "getSession" GET "/v1/session";
    media "", repeatable true, keyed false, slow false;
    -> Session as json;
}

endpoint! {
    CreateSession = "createSession" POST "/v1/session";
    media "application/json", repeatable false, keyed false, slow false;
    -> Session as json;
}

endpoint! {
    DeleteSession = "deleteSession" DELETE "/v1/session";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
}
