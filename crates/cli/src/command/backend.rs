//! Where commands on keys, secrets and the audit log work: at a server, or on the store of this machine.

use std::path::PathBuf;

use refrain_client::{Call, ClientError, Listing, Operation};
use serde_json::Value;

use crate::exit::{Exit, Failure};
use crate::local::{LocalPlace, LocalStore, StoreArgs, StoreRequest};
use crate::session::{ConnectionArgs, Session};

/// Page size of requests, the maximum of the server.
const PAGE: u32 = 500;

/// A server, or the store of this machine.
pub(super) struct Backend<'a> {
    session: &'a Session,
    connection: &'a ConnectionArgs,
    local: Option<(&'a dyn LocalStore, LocalPlace<'a>)>,
}

impl<'a> Backend<'a> {
    /// Chooses the store of this machine if a flag selects it, else the server.
    ///
    /// # Errors
    /// If flags select both.
    pub(super) fn choose(
        session: &'a Session,
        connection: &'a ConnectionArgs,
        local: &'a dyn LocalStore,
        store: &'a StoreArgs,
        master_keys: Option<&'a PathBuf>,
    ) -> Result<Self, Failure> {
        if !store.is_local() && master_keys.is_none() {
            return Ok(Self { session, connection, local: None });
        }
        if let Some(flag) = connection.server_flag() {
            return Err(Failure::usage(format!("{flag} names a server, but another flag selects a store"))
                .with_hint("leave out one of them"));
        }
        let place = LocalPlace { store, master_keys, tenant: connection.tenant.as_deref() };
        Ok(Self { session, connection, local: Some((local, place)) })
    }

    /// Returns whether the backend is the store of this machine.
    pub(super) fn is_local(&self) -> bool {
        self.local.is_some()
    }

    /// Returns the session.
    pub(super) fn session(&self) -> &'a Session {
        self.session
    }

    /// Sends a request and returns the response: a list of items, an object, or null.
    pub(super) async fn send(&self, request: StoreRequest) -> Result<Value, Failure> {
        match &self.local {
            Some((local, place)) => local.send(place.clone(), request).await,
            None => self.send_to_server(request).await.map_err(|error| self.explain(error)),
        }
    }

    async fn send_to_server(&self, request: StoreRequest) -> Result<Value, ClientError> {
        let client = self.session.client();
        match request {
            StoreRequest::ListKeys { reaches_all } => {
                let call = client.list_keys().limit(PAGE);
                list(if reaches_all { call.reach("all") } else { call }, 0).await
            }
            StoreRequest::GetKey { id } => one(client.get_key(&id)).await,
            StoreRequest::CreateKey(request) => one(client.create_key(request)).await,
            StoreRequest::RevokeKey { id } => one(client.revoke_key(&id)).await,
            StoreRequest::RotateKey { id, keep_old_seconds } => {
                one(client.rotate_key(&id).keep_old_seconds(keep_old_seconds)).await
            }
            StoreRequest::ListSecrets => list(client.list_secrets().limit(PAGE), 0).await,
            StoreRequest::PutSecret { name, secret } => one(client.put_secret(&name, secret)).await,
            StoreRequest::DeleteSecret { name } => one(client.delete_secret(&name)).await,
            StoreRequest::RotateSecrets { adds_key: _ } => one(client.rotate_secrets()).await,
            StoreRequest::ListAuditEntries { limit } => {
                let page = u32::try_from(limit).ok().filter(|limit| (1..PAGE).contains(limit)).unwrap_or(PAGE);
                list(client.list_audit_entries().limit(page), limit).await
            }
            StoreRequest::VerifyAuditLog => one(client.verify_audit_log()).await,
        }
    }

    /// A command that names no server may have meant the store.
    fn explain(&self, error: ClientError) -> Failure {
        let is_away = error.is_unavailable() && error.status().is_none();
        let failure = Failure::from(error);
        if is_away && self.connection.is_default() {
            return Failure::new(Exit::Unavailable, "no server answers").with_hint(
                "start one with `refrain serve`, name one with --server, or add --local to work on the store of \
                 refrain.toml without a server",
            );
        }
        failure
    }
}

/// Returns the response as the server sent it.
async fn one<O: Operation>(call: Call<O>) -> Result<Value, ClientError> {
    let response = call.response().await?;
    // The client has read it already.
    Ok(serde_json::from_slice(response.body()).unwrap_or(Value::Null))
}

/// Returns the items of all pages, at most `limit` unless that is 0.
async fn list<O: Listing>(call: Call<O>, limit: usize) -> Result<Value, ClientError> {
    let mut stream = call.raw_items();
    let mut items = Vec::new();
    while (limit == 0 || items.len() < limit)
        && let Some(item) = stream.next().await
    {
        items.push(item?);
    }
    Ok(Value::Array(items))
}
