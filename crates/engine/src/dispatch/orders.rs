//! What a tenant has ordered about its own runs, holds and caps, as it stood at one moment. Reading and judging; nothing
//! is kept here.
//!
//! What cannot be read is taken for the strictest it could say, and is named.

use jiff::Timestamp;
use serde_json::Value;

use crate::capacity::Capacity;
use crate::definition::Definition;
use crate::hold::Hold;
use crate::id::{DocumentName, ScheduleId, Tenant};
use crate::store::{Document, DocumentKind, PAGE_ROWS_MAX, Page, Store, StoreError};

/// No tenant has more holds, or more caps: all of them are read every second that something of the tenant begins.
pub const ORDERS_MAX: usize = 1_000;

/// One hold or cap, as it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Order<T> {
    /// What it is called.
    pub name: DocumentName,
    /// How often it was written.
    pub version: i64,
    /// When it was last.
    pub updated_at: Timestamp,
    /// What it says, or why it cannot be read.
    pub what: Result<T, String>,
}

/// Everything that a tenant has ordered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Orders {
    /// In order of name.
    pub holds: Vec<Order<Hold>>,
    /// In order of name.
    pub caps: Vec<Order<Capacity>>,
}

impl Orders {
    /// Asks the store for all of a tenant's orders.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn read(store: &dyn Store, tenant: &Tenant) -> Result<Self, StoreError> {
        let (holds, caps) = tokio::try_join!(
            list(store, tenant, DocumentKind::Hold, Hold::read),
            list(store, tenant, DocumentKind::Capacity, Capacity::read)
        )?;
        Ok(Self { holds, caps })
    }

    /// The hold that an occurrence of then is under, in words. One that cannot be read covers everything: a legal hold must
    /// not be passed over because someone damaged it.
    pub fn hold_on(&self, schedule: &ScheduleId, definition: &Definition, nominal_at: Timestamp) -> Option<String> {
        self.holds.iter().find_map(|order| match &order.what {
            Ok(hold) => hold.covers(schedule, definition, nominal_at).then(|| hold.described(order.name.as_str())),
            Err(problem) => {
                Some(format!("hold {} covers everything, because it cannot be read: {problem}", order.name))
            }
        })
    }

    /// Those that cannot be read: kind, name, version and problem.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = (DocumentKind, &DocumentName, i64, &str)> {
        let holds = self.holds.iter().filter_map(|order| order.problem(DocumentKind::Hold));
        holds.chain(self.caps.iter().filter_map(|order| order.problem(DocumentKind::Capacity)))
    }
}

impl<T> Order<T> {
    /// What a document says, as far as it can be read.
    pub fn new(document: Document, read: fn(Value) -> Result<T, String>) -> Self {
        let Document { key, version, body, updated_at } = document;
        Self { name: key.name, version, updated_at, what: read(body) }
    }

    fn problem(&self, kind: DocumentKind) -> Option<(DocumentKind, &DocumentName, i64, &str)> {
        let problem = self.what.as_ref().err()?;
        Some((kind, &self.name, self.version, problem))
    }
}

/// All documents of a kind.
pub(crate) async fn list<T>(
    store: &dyn Store,
    tenant: &Tenant,
    kind: DocumentKind,
    read: fn(Value) -> Result<T, String>,
) -> Result<Vec<Order<T>>, StoreError> {
    let mut orders = Vec::new();
    let mut page = Page::first(PAGE_ROWS_MAX);
    loop {
        let found = store.documents(tenant, kind, &page).await?;
        orders.extend(found.rows.into_iter().map(|document| Order::new(document, read)));
        let Some(next) = found.next else { return Ok(orders) };
        if orders.len() >= ORDERS_MAX {
            // What is not read may say anything.
            if let Some(last) = orders.last_mut() {
                last.what = Err(format!("it is number {ORDERS_MAX}, and there are more"));
            }
            return Ok(orders);
        }
        page = Page::after(PAGE_ROWS_MAX, next);
    }
}
