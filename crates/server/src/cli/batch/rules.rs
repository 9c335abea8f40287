//! Compiles the definition in a request, and caches the result for later lines with the same definition.
//!
//! Batches repeat a few definitions with many instants. A recurrence that is counted from the requested instant is
//! compiled again when that instant changes, but not parsed again.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use refrain_recurrence::{
    Calendars, CompiledRecurrence, Context, CronRecurrence, Dialect, ErrorCode, Recurrence, Spec,
};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::cli::anchor::anchor;
use crate::cli::batch::request::{Request, Text};
use crate::cli::json;
use crate::input::expression::{self, CronOptions};
use crate::input::instant;
use crate::input::problem::Problem;

/// Maximum number of cached definitions, and maximum length of a cache key.
const RULES_MAX: usize = 4096;
const KEY_BYTES_MAX: usize = 4096;

#[derive(Default)]
pub(super) struct Rules {
    calendars: Arc<Calendars>,
    known: HashMap<Box<[u8]>, CachedRule>,
    key: Vec<u8>,
    /// The last recurrence whose definition was too long to be cached.
    uncached: Option<CachedRule>,
}

struct CachedRule {
    spec: Spec,
    /// Instant from which the recurrence is counted. `None` if the anchor does not matter.
    anchor: Option<Timestamp>,
    is_anchored: bool,
    rule: Result<CompiledRecurrence, Problem>,
}

impl CachedRule {
    fn new(spec: Spec, from: Option<Timestamp>, calendars: &Calendars) -> Self {
        let is_anchored = spec.starts_at.is_none() && (spec.first_run.is_some() || needs_anchor(&spec.recurrence));
        let anchor = from.filter(|_| is_anchored);
        let rule = compile(&spec, anchor, calendars);
        Self { spec, anchor, is_anchored, rule }
    }

    fn with_anchor(&mut self, from: Option<Timestamp>, calendars: &Calendars) -> Result<&CompiledRecurrence, Problem> {
        if self.is_anchored && self.anchor != from {
            self.anchor = from;
            self.rule = compile(&self.spec, from, calendars);
        }
        self.rule.as_ref().map_err(Clone::clone)
    }
}

impl Rules {
    /// Creates an empty cache for recurrences that may use `calendars`.
    pub(super) fn new(calendars: Arc<Calendars>) -> Self {
        Self { calendars, ..Self::default() }
    }

    /// Returns the compiled recurrence of a request. Intervals without a start of their own are counted from
    /// `from`.
    pub(super) fn get(
        &mut self,
        line: &str,
        request: &Request<'_>,
        from: Option<Timestamp>,
    ) -> Result<&CompiledRecurrence, Problem> {
        self.write_key(request);
        if self.key.len() > KEY_BYTES_MAX {
            let known = CachedRule::new(spec(request, line)?, from, &self.calendars);
            return self.uncached.insert(known).with_anchor(from, &self.calendars);
        }
        // A cached entry is looked up twice: the borrow checker does not allow a conditionally returned borrow.
        if !self.known.contains_key(self.key.as_slice()) {
            if self.known.len() >= RULES_MAX {
                self.known.clear();
            }
            let known = CachedRule::new(spec(request, line)?, from, &self.calendars);
            self.known.insert(self.key.as_slice().into(), known);
        }
        let known = self.known.get_mut(self.key.as_slice()).expect("the entry existed or was just inserted");
        known.with_anchor(from, &self.calendars)
    }

    /// Writes everything that determines the recurrence, except the anchor, as the cache key. Each part is
    /// length-prefixed, so that no two definitions have the same key.
    fn write_key(&mut self, request: &Request<'_>) {
        self.key.clear();
        let texts = [
            &request.expression,
            &request.dialect,
            &request.day_match,
            &request.seconds,
            &request.timezone,
            &request.starts_at,
            &request.ends_at,
        ];
        for part in texts {
            push_part(&mut self.key, part.as_ref().map(Text::as_str));
        }
        for part in [request.recurrence, request.dst, request.first_run, request.calendars, request.jitter] {
            push_part(&mut self.key, part.map(RawValue::get));
        }
    }
}

fn push_part(key: &mut Vec<u8>, part: Option<&str>) {
    let length = part.map_or(u32::MAX, |part| u32::try_from(part.len()).unwrap_or(u32::MAX - 1));
    key.extend_from_slice(&length.to_le_bytes());
    key.extend_from_slice(part.unwrap_or_default().as_bytes());
}

fn compile(spec: &Spec, from: Option<Timestamp>, calendars: &Calendars) -> Result<CompiledRecurrence, Problem> {
    let context = Context { anchor: from.map(anchor), seed: "", calendars: Some(calendars) };
    CompiledRecurrence::compile(spec, &context).map_err(Problem::from)
}

/// Returns whether a recurrence is counted from its anchor. A false positive costs only time.
fn needs_anchor(recurrence: &Recurrence) -> bool {
    match recurrence {
        Recurrence::Cron(CronRecurrence { expression, .. }) => expression.contains('@'),
        Recurrence::Rrule(rule) => !rule.text.to_ascii_uppercase().contains("DTSTART"),
        // Every period of a calendar is the same, regardless of where counting starts.
        Recurrence::Calendar(rule) => rule.interval != 1,
        Recurrence::Every(_) => true,
        Recurrence::Once(_) | Recurrence::AfterCompletion(_) => false,
        Recurrence::Any(parts) | Recurrence::All(parts) => parts.of.iter().any(needs_anchor),
    }
}

/// Parses the definition in a request. Columns count in the expression, or in the line for all other fields.
fn spec(request: &Request<'_>, line: &str) -> Result<Spec, Problem> {
    let named = request.expression.as_ref().map(|text| expression::named_zone(text.as_str())).transpose()?.flatten();
    let timezone = request.timezone.as_ref().map(Text::as_str).or(named.as_deref()).unwrap_or("UTC");
    let dialect = |name: &str| name.parse::<Dialect>().map_err(Problem::from);
    let cron = CronOptions {
        dialect: field(line, "dialect", request.dialect.as_ref(), dialect)?,
        day_match: field(line, "day_match", request.day_match.as_ref(), json::named)?,
        seconds: field(line, "seconds", request.seconds.as_ref(), json::named)?,
    };
    let recurrence = match (request.recurrence, &request.expression) {
        (Some(raw), None) => {
            let mut recurrence = part(line, raw)?;
            cron.complete(&mut recurrence);
            recurrence
        }
        (None, Some(text)) => expression::parse(text.as_str(), timezone, cron)?,
        (Some(_), Some(_)) => {
            return Err(Problem::new(ErrorCode::Conflict, "recurrence and expression are mutually exclusive"));
        }
        (None, None) => {
            return Err(Problem::new(ErrorCode::BadValue, "expected `recurrence` or `expression`, found neither"));
        }
    };
    let mut spec = Spec::new(recurrence, timezone);
    let at = |text: &str| instant::parse(text, timezone);
    spec.starts_at = field(line, "starts_at", request.starts_at.as_ref(), at)?;
    spec.ends_at = field(line, "ends_at", request.ends_at.as_ref(), at)?;
    spec.dst = request.dst.map(|raw| part(line, raw)).transpose()?.unwrap_or_default();
    spec.first_run = request.first_run.map(|raw| part(line, raw)).transpose()?;
    spec.calendars = request.calendars.map(|raw| part(line, raw)).transpose()?.unwrap_or_default();
    spec.jitter = request.jitter.map(|raw| part(line, raw)).transpose()?;
    Ok(spec)
}

/// Parses the text of a field. On failure, the problem points at the field in the line.
pub(super) fn field<T>(
    line: &str,
    name: &str,
    text: Option<&Text<'_>>,
    read: impl FnOnce(&str) -> Result<T, Problem>,
) -> Result<Option<T>, Problem> {
    let located = |problem: Problem| {
        // A time without an offset needs the time zone, so the zone may be the cause.
        let name = if problem.code == ErrorCode::UnknownZone { "timezone" } else { name };
        Problem { column: json::column_of_field(line, name), ..problem }
    };
    text.map(|text| read(text.as_str())).transpose().map_err(located)
}

/// Parses a part of the line that has its own type. Columns within the part become columns of the line.
fn part<'a, T: Deserialize<'a>>(line: &str, raw: &'a RawValue) -> Result<T, Problem> {
    let text = raw.get();
    json::check_size(text).and_then(|()| json::read(text)).map_err(|problem| {
        let starts = (text.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
        let before = json::column_at(line, starts) - 1;
        Problem { column: problem.column.map(|column| before + column), ..problem }
    })
}
