//! `refrain schedule create`.

use std::path::{Path, PathBuf};

use clap::Args;
use jiff::tz::TimeZone;
use refrain_client::types::{Schedule, SchedulePreview};
use serde_json::{Map, Value, json};

use super::effect::{local, zone_of};
use super::table::SCHEDULES;
use crate::command::response::{read, value};
use crate::command::values::{Field, json, label, labels_object};
use crate::document::{Document, DocumentKind, read as read_documents, read_sources, read_text};
use crate::exit::{Exit, Failure};
use crate::output::Tone;
use crate::session::{Outcome, Session};
use crate::tree::Limits;

/// Number of occurrences that are shown of a new schedule.
const SHOWN: usize = 3;

/// Create a schedule, from flags or from a file
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule create hourly --cron @hourly --provider log
  refrain schedule create digest --when 'every weekday at 9:00' --timezone Europe/Paris \\
      --provider webhook --target https://example.org/digest --payload '{\"to\": \"team\"}'
  refrain schedule create -f digest.yaml --dry-run")]
pub(super) struct Create {
    /// Schedule ID. Default: generated
    id: Option<String>,
    /// Schedule ID, as a flag
    #[arg(long = "id", value_name = "ID", conflicts_with = "id", hide_short_help = true)]
    id_flag: Option<String>,
    /// File with one schedule; `-` is standard input
    ///
    /// The file is YAML, TOML or JSON.
    #[arg(short, long, value_name = "FILE", conflicts_with = "definition")]
    file: Option<PathBuf>,
    #[command(flatten)]
    definition: DefinitionArgs,
    /// Only show what would be created
    #[arg(long)]
    dry_run: bool,
}

/// A definition in flags.
#[derive(Args, Debug)]
#[group(id = "definition", multiple = true)]
struct DefinitionArgs {
    /// Recurrence: plain English, cron, RFC 5545, instant
    #[arg(long, value_name = "TEXT")]
    when: Option<String>,
    /// Recurrence as a cron expression
    #[arg(long, value_name = "EXPR", conflicts_with = "when")]
    cron: Option<String>,
    /// IANA time zone. Default: the server's
    #[arg(long, value_name = "ZONE")]
    timezone: Option<String>,
    /// Provider, such as webhook or log
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    /// Address to send to: a URL, a queue, a handler
    #[arg(long, value_name = "ADDRESS")]
    target: Option<String>,
    /// Payload: JSON, @FILE, or `-` for standard input
    #[arg(long, value_name = "JSON")]
    payload: Option<String>,
    /// Label; repeatable
    #[arg(short = 'l', long = "label", value_name = "NAME=VALUE", value_parser = label)]
    labels: Vec<(String, String)>,
    /// Description for people
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    description: Option<String>,
    /// Overlap policy: skip, buffer_one, buffer_all, cancel_other or allow_all
    #[arg(long, value_name = "POLICY", hide_short_help = true)]
    overlap: Option<String>,
    /// Policy for missed occurrences: latest, skip, earliest or all
    #[arg(long, value_name = "POLICY", hide_short_help = true)]
    catch_up: Option<String>,
    /// Maximum number of attempts. Default: 5
    #[arg(long, value_name = "COUNT", hide_short_help = true)]
    max_attempts: Option<u32>,
    /// Timeout of one attempt, such as `30s`
    #[arg(long, value_name = "DURATION", hide_short_help = true)]
    timeout: Option<String>,
    /// Create it paused
    #[arg(long)]
    paused: bool,
    /// Any other field, such as timeout=30s; repeatable
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = Field::parse)]
    fields: Vec<Field>,
}

impl Create {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let id = self.id.as_deref().or(self.id_flag.as_deref());
        let body = match &self.file {
            Some(path) => from_file(path, id)?,
            None => {
                let mut body = self.definition.body()?;
                if let Some(id) = id {
                    body.insert("id".to_owned(), id.into());
                }
                body
            }
        };
        if self.dry_run {
            return preview(session, body).await;
        }
        let created = value(session.client().request("POST", "/v1/schedules").with_json(&body)).await?;
        if !session.output().is_for_people() {
            return session.output().one::<Schedule>(&created, &SCHEDULES, |_, _| String::new());
        }
        show(session, &created)
    }
}

impl DefinitionArgs {
    /// Returns the definition as the API has it. The server checks it.
    fn body(&self) -> Result<Map<String, Value>, Failure> {
        let has_field = |name: &str| self.fields.iter().any(|field| field.is_below(name));
        if self.when.is_none() && self.cron.is_none() && !has_field("spec") {
            let failure = Failure::usage("expected a recurrence, found none");
            return Err(failure.with_hint("add `--when 'every weekday at 9:00'`, `--cron '0 9 * * *'` or `-f FILE`"));
        }
        if self.provider.is_none() && !has_field("action") {
            let failure = Failure::usage("expected a provider, found none");
            return Err(failure.with_hint("add `--provider NAME`; `refrain provider list` shows all"));
        }
        let payload = self.payload.as_deref().map(|given| json("--payload", given)).transpose()?;
        let fields = [
            ("when", self.when.as_deref().map(Value::from)),
            ("cron", self.cron.as_deref().map(Value::from)),
            ("timezone", self.timezone.as_deref().map(Value::from)),
            ("description", self.description.as_deref().map(Value::from)),
            ("labels", (!self.labels.is_empty()).then(|| labels_object(&self.labels))),
            ("overlap", self.overlap.as_deref().map(Value::from)),
            ("catch_up", self.catch_up.as_deref().map(|policy| json!({ "policy": policy.replace('-', "_") }))),
            ("retry", self.max_attempts.map(|count| json!({ "max_attempts": count }))),
            ("timeout", self.timeout.as_deref().map(Value::from)),
            ("enabled", self.paused.then_some(Value::Bool(false))),
            (
                "action",
                object([
                    ("provider", self.provider.as_deref().map(Value::from)),
                    ("target", self.target.as_deref().map(Value::from)),
                    ("payload", payload),
                ]),
            ),
        ];
        let mut body: Map<String, Value> =
            fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        if let Some(overlap) =
            body.get_mut("overlap").and_then(|overlap| overlap.as_str().map(|text| text.replace('-', "_")))
        {
            body.insert("overlap".to_owned(), overlap.into());
        }
        for field in &self.fields {
            field.set(&mut body);
        }
        Ok(body)
    }
}

/// Returns an object of the fields that have a value, if any has.
fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Option<Value> {
    let fields: Map<String, Value> =
        fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
    (!fields.is_empty()).then_some(Value::Object(fields))
}

/// Reads the only schedule of a file.
fn from_file(path: &Path, id: Option<&str>) -> Result<Map<String, Value>, Failure> {
    let mut documents = documents(path)?;
    let failure = |message: String, hint: &str| Err(Failure::usage(message).with_hint(hint));
    if documents.len() != 1 {
        let message = format!("expected one schedule in {}, found {} documents", path.display(), documents.len());
        return failure(message, "use `refrain apply -f FILE` for several");
    }
    let document = documents.remove(0);
    if document.kind != DocumentKind::Schedule {
        let message = format!("expected a schedule in {}, found a {}", path.display(), document.kind);
        return failure(message, "use `refrain apply -f FILE` for all kinds of documents");
    }
    let mut body = document.body.clone();
    body.insert("id".to_owned(), id.unwrap_or(&document.name).into());
    if !document.is_enabled {
        body.insert("enabled".to_owned(), false.into());
    }
    Ok(body)
}

fn documents(path: &Path) -> Result<Vec<Document>, Failure> {
    if path != Path::new("-") {
        return Ok(read_documents(&[path.to_owned()], Limits::default())?);
    }
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes)
        .map_err(|error| Failure::usage(format!("standard input cannot be read: {error}")))?;
    let source = read_text("-", bytes).map_err(|problem| Failure::usage(problem.to_string()))?;
    Ok(read_sources(vec![source], Limits::default())?)
}

/// Shows a new schedule with its next occurrences.
fn show(session: &Session, created: &Value) -> Outcome {
    let (output, schedule) = (session.output(), read::<Schedule>(created)?);
    output.line(format!("Created {}: {}.", schedule.id, schedule.sentence.as_deref().unwrap_or("no recurrence")));
    let zone = zone_of(created);
    let upcoming = schedule.upcoming.unwrap_or_default();
    if upcoming.is_empty() {
        output.line(match schedule.status.as_str() {
            "paused" => format!("It is paused; `refrain schedule resume {}` starts it.", schedule.id),
            _ => "It has no next occurrence.".to_owned(),
        });
    }
    for at in upcoming.iter().take(SHOWN) {
        output.line(format!("  {}  {}", local(*at, &zone), output.view().time.at(*at)));
    }
    for warning in schedule.warnings.iter().flatten() {
        output.line(output.view().style.paint(Tone::Warn, &format!("warning: {}", warning.message)));
    }
    Ok(())
}

async fn preview(session: &Session, mut body: Map<String, Value>) -> Outcome {
    if let Some(id) = body.get("id").and_then(Value::as_str)
        && let Ok(found) = session.client().get_schedule(id).await
    {
        let failure = Failure::new(Exit::Conflict, format!("schedule {} already exists", found.id));
        return Err(failure.with_hint(format!("use `refrain schedule edit {id}` or `refrain apply`")));
    }
    body.insert("count".to_owned(), SHOWN.into());
    let preview = value(session.client().request("POST", "/v1/schedules/preview").with_json(&body)).await?;
    let read = read::<SchedulePreview>(&preview)?;
    let zone = refrain_recurrence::time_zone(&read.timezone).unwrap_or(TimeZone::UTC);
    session.output().value(&preview, |view| {
        let mut lines = vec![format!("Would create: {}.", read.description)];
        lines.extend(read.next.iter().map(|next| format!("  {}  {}", local(next.at, &zone), view.time.at(next.at))));
        if read.next.is_empty() {
            lines.push("It would have no next occurrence.".to_owned());
        }
        let warnings = read.warnings.iter().map(|warning| format!("warning: {}", warning.message));
        lines.extend(warnings.map(|warning| view.style.paint(Tone::Warn, &warning)));
        lines.join("\n") + "\n"
    });
    Ok(())
}
