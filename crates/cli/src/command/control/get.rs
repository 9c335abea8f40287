//! `get` of a kind of control.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Map, Value};

use super::kind::{Control, Stored};
use crate::document::{Document, is_name, write_value};
use crate::exit::{Exit, Failure};
use crate::output::{Format, View};
use crate::session::{Outcome, Session};

/// Show one
#[derive(Args, Debug)]
pub(super) struct Get {
    /// Name
    name: String,
}

impl Get {
    pub(super) async fn run(&self, session: &Session, control: &Control) -> Outcome {
        let value = session.client().request("GET", &path(control, &self.name)?).await?;
        if session.output().format() == Format::Yaml
            && let Some(Value::Object(definition)) = value.get("definition")
        {
            session.output().value(&document(control, &self.name, definition), |_| String::new());
            return Ok(());
        }
        session.output().one::<Stored>(&value, &control.table, text)
    }
}

/// Returns the path of a control. A text that cannot be a name is the name of none.
pub(super) fn path(control: &Control, name: &str) -> Result<String, Failure> {
    if is_name(name, control.kind) && name.bytes().any(|byte| byte != b'.') {
        return Ok(format!("{}/{name}", control.path));
    }
    Err(Failure::new(Exit::NotFound, format!("{} {name:?} does not exist", control.one)))
}

/// Returns the document that can be applied.
fn document(control: &Control, name: &str, definition: &Map<String, Value>) -> Value {
    let mut document = Document::new(control.kind, name, definition.clone()).to_json();
    if let Value::Object(fields) = &mut document {
        // Fields without a value say nothing.
        fields.retain(|_, value| !value.is_null());
    }
    document
}

fn text(stored: &Stored, view: &View) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "Name:       {}", stored.name);
    let _ = writeln!(text, "Version:    {}", stored.version);
    let _ = writeln!(text, "Updated:    {}", view.time.at(stored.updated_at));
    if !stored.problem().is_empty() {
        let _ = writeln!(text, "Problem:    {}", stored.problem());
    }
    if let Value::Object(definition) = &stored.definition {
        let set: Map<String, Value> =
            definition.iter().filter(|(_, value)| !value.is_null()).map(|(k, v)| (k.clone(), v.clone())).collect();
        let _ = write!(text, "\n{}", write_value(&Value::Object(set)));
    }
    text
}
