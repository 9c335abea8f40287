//! Maps tenants to numbers and back. A number never changes and a tenant is never removed, so both can be cached.

use std::collections::{HashMap, HashSet};
use std::sync::{PoisonError, RwLock};

use super::error::{Failure, bad_name, corrupt};
use super::transaction::Tx;
use refrain_ledger::model::Tenant;
use refrain_ledger::store::StoreError;

/// Maximum number of cached tenants. When it is reached, the cache is cleared.
const CACHED_MAX: usize = 100_000;

const FIND: &str = include_str!("sql/tenants_find.sql");
const ADD: &str = include_str!("sql/tenants_add.sql");
const NAMES: &str = include_str!("sql/tenants_names.sql");

/// Cache of tenant numbers and names.
#[derive(Debug, Default)]
pub(super) struct Tenants {
    numbers: RwLock<HashMap<Tenant, i32>>,
    names: RwLock<HashMap<i32, Tenant>>,
}

impl Tenants {
    /// Returns a tenant's number, or `None` if nothing was ever stored for it.
    pub(super) async fn known(&self, tx: &Tx, tenant: &Tenant) -> Result<Option<i32>, Failure> {
        let cached = self.numbers.read().unwrap_or_else(PoisonError::into_inner).get(tenant).copied();
        if cached.is_some() {
            return Ok(cached);
        }
        let rows = tx.read(FIND, &[&tenant.namespace.as_str(), &tenant.name.as_str()]).await?;
        let number = rows.first().map(|row| row.get(0));
        if let Some(number) = number {
            self.cache(tenant, number);
        }
        Ok(number)
    }

    /// Returns a tenant's number, and assigns one if it has none. Must be called before a transaction begins,
    /// because cached numbers must be committed. A tenant without rows is not visible to anyone.
    pub(super) async fn number(&self, tx: &Tx, tenant: &Tenant) -> Result<i32, Failure> {
        if let Some(number) = self.known(tx, tenant).await? {
            return Ok(number);
        }
        let rows = tx.read(ADD, &[&tenant.namespace.as_str(), &tenant.name.as_str()]).await?;
        match rows.first() {
            Some(row) => {
                let number = row.get(0);
                self.cache(tenant, number);
                Ok(number)
            }
            // Another transaction assigned the number between the two statements.
            None => self.known(tx, tenant).await?.ok_or(Failure::Conflict),
        }
    }

    /// Returns the numbers of all these tenants.
    pub(super) async fn numbers(
        &self,
        tx: &Tx,
        tenants: impl Iterator<Item = &Tenant> + Send,
    ) -> Result<HashMap<Tenant, i32>, Failure> {
        let mut numbers = HashMap::new();
        for tenant in tenants.collect::<HashSet<_>>() {
            numbers.insert(tenant.clone(), self.number(tx, tenant).await?);
        }
        Ok(numbers)
    }

    /// Returns the tenants with these numbers.
    pub(super) async fn names(
        &self,
        tx: &Tx,
        numbers: impl Iterator<Item = i32> + Send,
    ) -> Result<HashMap<i32, Tenant>, Failure> {
        let mut found = HashMap::new();
        let mut missing = Vec::new();
        {
            let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
            for number in numbers {
                match names.get(&number) {
                    Some(tenant) => drop(found.insert(number, tenant.clone())),
                    None => missing.push(number),
                }
            }
        }
        if !missing.is_empty() {
            for row in tx.read(NAMES, &[&missing]).await? {
                let tenant = Tenant::new(row.get(1), row.get(2)).map_err(|error| bad_name(&error))?;
                self.cache(&tenant, row.get(0));
                found.insert(row.get(0), tenant);
            }
        }
        Ok(found)
    }

    fn cache(&self, tenant: &Tenant, number: i32) {
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        if numbers.len() >= CACHED_MAX {
            numbers.clear();
            names.clear();
        }
        numbers.insert(tenant.clone(), number);
        names.insert(number, tenant.clone());
    }
}

/// Returns the tenant with a number that a row contains.
pub(super) fn tenant_by_number(names: &HashMap<i32, Tenant>, number: i32) -> Result<&Tenant, StoreError> {
    names.get(&number).ok_or_else(|| corrupt("tenant", number))
}
