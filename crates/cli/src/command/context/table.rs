//! How contexts are shown. Keys never are.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exit::Failure;
use crate::output::{Cell, Column, Table, Tone};
use crate::session::{Context, Contexts};

/// A context without its key.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ContextView {
    pub(super) name: String,
    pub(super) server: String,
    pub(super) tenant: Option<String>,
    pub(super) ca_file: Option<String>,
    pub(super) has_key: bool,
    pub(super) is_current: bool,
}

/// Columns of a list of contexts.
pub(super) const CONTEXTS: Table<ContextView> = Table {
    name: |context| context.name.clone(),
    columns: &[
        Column::new("current", |context, _| {
            let text = if context.is_current { "*" } else { "" };
            Cell { text: text.to_owned(), tone: Tone::Good }
        }),
        Column::new("name", |context, _| context.name.as_str().into()),
        Column::new("server", |context, _| context.server.as_str().into()),
        Column::new("tenant", |context, _| context.tenant.clone().unwrap_or_default().into()),
        Column::new("key", |context, _| if context.has_key { "stored" } else { "none" }.into()),
        Column::wide("ca file", |context, _| context.ca_file.clone().unwrap_or_default().into()),
    ],
};

/// Returns a context as it is shown.
pub(super) fn view(contexts: &Contexts, name: &str, context: &Context) -> ContextView {
    ContextView {
        name: name.to_owned(),
        server: context.server.clone(),
        tenant: context.tenant.clone(),
        ca_file: context.ca_file.as_ref().map(|path| path.display().to_string()),
        has_key: context.key.is_some(),
        is_current: contexts.current.as_deref() == Some(name),
    }
}

/// Returns a context as JSON.
pub(super) fn to_json(view: &ContextView) -> Result<Value, Failure> {
    serde_json::to_value(view).map_err(|error| Failure::unreadable(&error))
}
