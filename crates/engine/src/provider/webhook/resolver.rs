//! Resolves a name to the addresses that may be connected to. Every new connection resolves and checks the name
//! again, and connects only to the addresses that were checked.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::guard::{Guard, GuardError};

/// Maximum number of addresses considered for one name.
const ADDRESSES_MAX: usize = 64;

/// Resolves names to addresses.
#[async_trait]
pub trait Lookup: Send + Sync + 'static {
    /// Returns the addresses of a name.
    ///
    /// # Errors
    /// When the name has no address, or cannot be resolved.
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// The system's name resolution.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemLookup;

#[async_trait]
impl Lookup for SystemLookup {
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((name, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    }
}

/// Resolver that checks every address before the client connects to it.
#[derive(Clone)]
pub(super) struct Resolver {
    pub(super) guard: Arc<Guard>,
    pub(super) lookup: Arc<dyn Lookup>,
}

impl Resolver {
    async fn vetted(self, name: String) -> Result<Vec<SocketAddr>, Box<dyn std::error::Error + Send + Sync>> {
        let mut addresses = self.lookup.addresses(&name).await?;
        addresses.truncate(ADDRESSES_MAX);
        if addresses.is_empty() {
            return Err(Box::new(io::Error::other(format!("the host {name} has no address"))));
        }
        self.guard
            .check_addresses(&name, &addresses)
            .map_err(|GuardError(why)| GuardError(format!("{name}: {why}")))?;
        Ok(addresses.into_iter().map(|address| SocketAddr::new(address, 0)).collect())
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let vetted = self.clone().vetted(name.as_str().to_owned());
        Box::pin(async move { Ok(Box::new(vetted.await?.into_iter()) as Addrs) })
    }
}
