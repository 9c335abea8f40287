//! Maps tenants to small numbers. A number is assigned once and never changes.

use rusqlite::{Connection, OptionalExtension, params};

use super::error::Result;
use refrain_ledger::model::{Namespace, Tenant, TenantName};

/// Number of a tenant.
pub(super) type TenantNumber = i64;

/// Returns the number of a tenant, or `None` if nothing was ever stored for it.
pub(super) fn find(conn: &Connection, tenant: &Tenant) -> Result<Option<TenantNumber>> {
    let mut find = conn.prepare_cached(include_str!("sql/tenants_find.sql"))?;
    Ok(find.query_row(params![tenant.namespace.as_str(), tenant.name.as_str()], |row| row.get(0)).optional()?)
}

/// Returns the number of a tenant, and assigns one if it has none.
pub(super) fn number(conn: &Connection, tenant: &Tenant) -> Result<TenantNumber> {
    if let Some(number) = find(conn, tenant)? {
        return Ok(number);
    }
    let mut insert = conn.prepare_cached(include_str!("sql/tenants_add.sql"))?;
    Ok(insert.insert(params![tenant.namespace.as_str(), tenant.name.as_str()])?)
}

/// Returns the tenant with this number.
pub(super) fn name(conn: &Connection, number: TenantNumber) -> Result<Tenant> {
    let mut name = conn.prepare_cached(include_str!("sql/tenants_name.sql"))?;
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let (namespace, name) = name.query_row([number], read)?;
    Ok(Tenant { namespace: Namespace::new(&namespace)?, name: TenantName::new(&name)? })
}
