//! The providers of a node, by name.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use super::Provider;
use crate::error::Error;
use crate::model::{Action, Capabilities};

/// Providers of a node, by name.
#[derive(Default)]
pub struct Providers {
    by_name: RwLock<BTreeMap<String, Arc<dyn Provider>>>,
}

impl Providers {
    /// Adds a provider. It replaces an earlier provider of the same name.
    pub fn add(&self, name: impl Into<String>, provider: Arc<dyn Provider>) {
        self.by_name.write().unwrap_or_else(PoisonError::into_inner).insert(name.into(), provider);
    }

    /// Returns the provider with this name.
    pub fn get(&self, name: &str) -> Option<Arc<dyn Provider>> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Returns the names of all providers, sorted.
    pub fn names(&self) -> Vec<String> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Returns all providers, each with its targets if it has a closed list of them, and those that start programs.
    pub fn capabilities(&self) -> Capabilities {
        let by_name = self.by_name.read().unwrap_or_else(PoisonError::into_inner);
        let providers = by_name.iter().map(|(name, provider)| (name.clone(), provider.targets())).collect();
        let starters = by_name.iter().filter(|(_, provider)| provider.starts_programs());
        let starters = starters.map(|(name, provider)| (name.clone(), provider.only_tenant().cloned()));
        Capabilities { providers, program_starters: starters.collect() }
    }

    /// Asks the provider of an action whether it could ever send the action. An action whose provider is not
    /// registered here passes: another node may have that provider.
    ///
    /// # Errors
    /// When the action is invalid.
    pub fn check(&self, action: &Action) -> Result<(), Error> {
        self.get(&action.provider).map_or(Ok(()), |provider| provider.check(action))
    }
}

impl fmt::Debug for Providers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
