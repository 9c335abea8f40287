//! The fields of a recurring action, from flags and a file.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::command::input::file;
use crate::command::values::{Field, json as json_value};
use crate::exit::Failure;
use crate::problem::Problems;
use crate::tree::{Budget, Format, Limits, Node, parse};

/// Fields of a recurring action.
#[derive(Args, Debug)]
pub(super) struct BodyArgs {
    /// File with fields; `-` for standard input
    ///
    /// The file is YAML, TOML or JSON. Flags take precedence over its fields.
    #[arg(short, long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Cron expression
    #[arg(long = "cron", value_name = "EXPR")]
    cron_expr: Option<String>,
    /// Time zone
    #[arg(long = "tz", alias = "timezone", value_name = "ZONE")]
    timezone: Option<String>,
    /// Provider that delivers the action
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    /// Type of the action, for rules and receivers
    #[arg(long, value_name = "TYPE")]
    action_type: Option<String>,
    /// Address in the provider's own terms
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// Payload: an object, or `-` for standard input
    #[arg(long, value_name = "JSON|@FILE")]
    payload: Option<String>,
    /// Any field, such as `labels.team=a`. Repeatable
    #[arg(long = "set", value_name = "FIELD=VALUE", value_parser = Field::parse)]
    fields: Vec<Field>,
}

impl BodyArgs {
    /// Returns the fields.
    pub(super) fn fields(&self) -> Result<Map<String, Value>, Failure> {
        let mut fields = match &self.file {
            Some(path) => {
                let source = file(path)?;
                let format = Format::of(path).unwrap_or_else(|| Format::guess(source.text()));
                object(&source, format)?
            }
            None => Map::new(),
        };
        let texts = [
            ("cron_expr", &self.cron_expr),
            ("timezone", &self.timezone),
            ("provider", &self.provider),
            ("action_type", &self.action_type),
            ("target", &self.target),
        ];
        fields.extend(texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), json!(text.as_ref()?)))));
        if let Some(payload) = &self.payload {
            fields.insert("payload".to_owned(), json_value("--payload", payload)?);
        }
        for field in &self.fields {
            field.set(&mut fields);
        }
        Ok(fields)
    }
}

/// Returns the only value of a file, which must be an object.
fn object(source: &crate::Source, format: Format) -> Result<Map<String, Value>, Failure> {
    let (mut budget, mut problems) = (Budget::new(Limits::default()), Vec::new());
    let nodes = parse(source, format, &mut budget, &mut problems);
    if !problems.is_empty() {
        return Err(Problems(problems).into());
    }
    match nodes.iter().map(Node::to_json).collect::<Vec<_>>().as_mut_slice() {
        [Value::Object(fields)] => Ok(std::mem::take(fields)),
        _ => Err(Failure::usage(format!("{} must contain one table with fields", source.name()))),
    }
}
