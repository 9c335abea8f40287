//! One crontab: its variables, comments and entries, in order.

use std::collections::BTreeMap;

use refrain_recurrence::{
    CompiledRecurrence, Context, Jitter, JitterMode, JitterWindow, Length, Recurrence, Spec, time_zone,
};
use serde_json::json;

use super::command::Command;
use super::fields::{Translation, ZoneUse, translate};
use super::line::{EntryLine, Line, parse};
use super::vixie::VixieRuns;
use crate::import::catalog::CommandEntry;
use crate::import::difference::SourceRuns;
use crate::import::draft::{Draft, Importer};
use crate::import::note::NoteKind;
use crate::import::options::CrontabForm;
use crate::source::Source;
use crate::text::quoted;

/// Variables that cron interprets itself. They do not reach the command.
const CRON_VARIABLES: [&str; 6] =
    ["MAILTO", "MAILFROM", "CRON_TZ", "RANDOM_DELAY", "CONTENT_TYPE", "CONTENT_TRANSFER_ENCODING"];
/// Timeout of imported commands. Cron has none; without one, the provider would use a minute.
const TIMEOUT: &str = "24h";

/// A crontab that is being read.
pub(super) struct Table<'a, 'b> {
    source: &'a Source,
    importer: &'b mut Importer<'a>,
    has_user: bool,
    /// User of a crontab in the spool folder.
    owner: Option<&'a str>,
    variables: BTreeMap<&'a str, &'a str>,
    /// Comments directly above the next entry.
    comments: Vec<&'a str>,
}

impl<'a, 'b> Table<'a, 'b> {
    pub(super) fn new(source: &'a Source, importer: &'b mut Importer<'a>) -> Self {
        let name = source.name();
        let has_user = match importer.options.crontab_form {
            CrontabForm::User => false,
            CrontabForm::System => true,
            CrontabForm::ByName => name.ends_with("etc/crontab") || name.contains("cron.d/"),
        };
        let spool = ["/crontabs/", "/spool/cron/"].iter().find_map(|folder| name.split_once(folder));
        let owner = spool.map(|(_, user)| user).filter(|user| !has_user && !user.contains('/'));
        Self { source, importer, has_user, owner, variables: BTreeMap::new(), comments: Vec::new() }
    }

    pub(super) fn read(mut self) {
        let source = self.source;
        for line in source.text().lines() {
            let at = line.as_ptr() as usize - source.text().as_ptr() as usize;
            match parse(line, self.has_user) {
                Line::Blank => self.comments.clear(),
                Line::Comment(text) => self.comment(text),
                Line::Variable { name, value } => self.variable(name, value),
                Line::Entry(entry) => self.entry(&entry),
                Line::Bad { column, reason } => {
                    let mut draft = Draft::new(source, at, line.trim(), line.trim());
                    draft.refuse_at(at + column, reason);
                    self.importer.drafts.push(draft);
                    self.comments.clear();
                }
            }
        }
    }

    fn comment(&mut self, text: &'a str) {
        let is_entry = matches!(parse(text, self.has_user), Line::Entry(entry) if is_cron(entry.fields));
        if is_entry && !text.contains("command to be executed") {
            self.importer.note(NoteKind::Dropped, "entries that are commented out were not read");
            self.comments.clear();
        } else {
            self.comments.push(text);
        }
    }

    fn variable(&mut self, name: &'a str, value: &'a str) {
        self.comments.clear();
        self.variables.insert(name, value);
        if name == "MAILTO" && !value.is_empty() {
            let text = format!("cron mails the output to {value}; create an alert for failed runs instead");
            self.importer.note(NoteKind::Dropped, text);
        }
    }

    fn entry(&mut self, entry: &EntryLine<'a>) {
        let at = self.offset(entry.fields);
        let command = Command::parse(entry.command);
        let line_end = self.offset(entry.command) + entry.command.len();
        let mut draft = Draft::new(self.source, at, command.name(), self.source.text()[at..line_end].trim_end());
        if let Some(description) = self.description() {
            draft.set("description", description);
        }
        if entry.is_quiet {
            draft.note(NoteKind::Dropped, "`-` before the fields, which stops cron from logging the start");
        }
        self.set_action(&mut draft, entry, &command);
        self.set_times(&mut draft, entry.fields);
        self.importer.drafts.push(draft);
        self.comments.clear();
    }

    /// Returns the comments above the entry, unless they explain the fields.
    fn description(&self) -> Option<String> {
        let text = self.comments.join("\n");
        let lower = text.to_lowercase();
        let is_legend = ["dow", "day of week", "day of the week", "user-name"].iter().any(|word| lower.contains(word));
        (!text.trim().is_empty() && !is_legend).then(|| text.trim().to_owned())
    }

    fn set_action(&mut self, draft: &mut Draft<'a>, entry: &EntryLine<'a>, command: &Command) {
        draft.set("action", json!({ "provider": "command" }));
        draft.set("overlap", "allow_all");
        draft.set("retry", json!({ "max_attempts": 1 }));
        draft.set("catch_up", json!({ "policy": "skip" }));
        let shell = self.variables.get("SHELL").copied().unwrap_or("/bin/sh");
        let user = entry.user.or(self.owner);
        let mut catalog_entry = command.entry(shell);
        self.set_environment(&mut catalog_entry, shell, user);
        catalog_entry.timeout = Some(TIMEOUT.to_owned());
        draft.command = Some(catalog_entry);
        let why = "add the configuration of the commands to refrain.toml before you apply the schedules";
        self.importer.note(NoteKind::Incomplete, why);
        self.importer.note(NoteKind::Chosen, format!("cron has no timeout; the commands have one of {TIMEOUT}"));
        match user {
            Some(user) => {
                let text = format!("the command runs as the user of the node, not as {}", quoted(user));
                draft.note(NoteKind::Dropped, text);
                let homes = "the home folder of a user is assumed to be /root or /home/NAME";
                self.importer.note(NoteKind::Assumed, homes);
            }
            None => self.importer.note(
                NoteKind::Assumed,
                "the commands run as the user of the node; where the crontab sets no HOME, they start in `/`",
            ),
        }
        if command.input.is_some() {
            draft.note(NoteKind::Kept, "the text after `%` is the standard input of the command");
        }
    }

    fn set_environment(&self, entry: &mut CommandEntry, shell: &str, user: Option<&str>) {
        let home = match user {
            Some("root") => Some("/root".to_owned()),
            Some(user) => Some(format!("/home/{user}")),
            None => None,
        };
        let defaults = [("SHELL", Some(shell)), ("PATH", Some("/usr/bin:/bin")), ("HOME", home.as_deref())];
        let names = [("LOGNAME", user), ("USER", user)];
        for (name, value) in defaults.into_iter().chain(names) {
            if let Some(value) = value {
                entry.env.insert(name.to_owned(), value.to_owned());
            }
        }
        for (name, value) in self.variables.iter().filter(|(name, _)| !CRON_VARIABLES.contains(name)) {
            entry.env.insert((*name).to_owned(), (*value).to_owned());
        }
        let directory = entry.env.get("HOME").filter(|home| home.starts_with('/'));
        entry.directory = directory.map_or_else(|| "/".to_owned(), Clone::clone);
    }

    fn set_times(&mut self, draft: &mut Draft<'a>, fields: &'a str) {
        if let Some(reason) = refused_macro(fields) {
            draft.refuse_at(draft.at, reason);
            return;
        }
        let own_zone = self.importer.timezone("UTC", "a crontab does not name the time zone of cron");
        let named_zone = self.variables.get("CRON_TZ").copied();
        let zone_use = match named_zone {
            None => ZoneUse::Own,
            Some(named) if named == own_zone => ZoneUse::Named,
            Some(_) => ZoneUse::Other,
        };
        let translation = translate(fields, zone_use);
        let mut spec = Spec::new(Recurrence::Cron(translation.cron.clone()), named_zone.unwrap_or(&own_zone));
        spec.dst = translation.dst;
        spec.jitter = self.random_delay(draft);
        draft.spec_at = (translation.cron.expression == fields).then_some(draft.at);
        draft.runs = runs(&translation, &own_zone, named_zone);
        self.note_times(draft, &translation, zone_use);
        draft.spec = Some(spec);
    }

    fn note_times(&mut self, draft: &mut Draft<'a>, translation: &Translation, zone_use: ZoneUse) {
        if let Some(part) = &translation.refused_part {
            let text = format!("cron does not accept {}, so this entry may never have run", quoted(part));
            draft.note(NoteKind::Differs, text);
        }
        if translation.has_random {
            let text = "a random value of cron became `H`, which is derived from the ID of the schedule";
            draft.note(NoteKind::Kept, text);
        }
        if zone_use != ZoneUse::Own {
            draft.note(NoteKind::Kept, "CRON_TZ became the time zone, as cronie reads it. Debian's cron ignores it");
        }
        if self.variables.contains_key("TZ") {
            let text = "TZ is only in the environment of the command: it does not change when cron runs the entry";
            draft.note(NoteKind::Kept, text);
        }
    }

    /// Returns the jitter of `RANDOM_DELAY`, a number of minutes.
    fn random_delay(&self, draft: &mut Draft<'a>) -> Option<Jitter> {
        let written = self.variables.get("RANDOM_DELAY")?;
        match written.parse::<u32>() {
            Ok(0) => None,
            Ok(minutes) => {
                draft
                    .note(NoteKind::Kept, format!("RANDOM_DELAY={minutes} became a fixed jitter of {minutes} minutes"));
                let length = Length::from_seconds(i64::from(minutes) * 60);
                Some(Jitter { window: JitterWindow::Length(length), mode: JitterMode::Fixed })
            }
            Err(_) => {
                let text = format!("RANDOM_DELAY={}, which is not a number of minutes", quoted(written));
                draft.note(NoteKind::Dropped, text);
                None
            }
        }
    }

    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.source.text().as_ptr() as usize
    }
}

/// Returns the reason why a macro has no recurrence.
fn refused_macro(fields: &str) -> Option<String> {
    let name = fields.strip_prefix('@')?;
    let known = ["yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly"];
    match name {
        "reboot" => {
            Some("@reboot runs when the machine starts; start the command with a service of the system".to_owned())
        }
        name if known.contains(&name) => None,
        name if name.starts_with("every") => Some(format!(
            "{} is not a macro of cron; write the entry as a schedule with `when: every …`",
            quoted(fields)
        )),
        _ => Some(format!("{} is not a macro of cron", quoted(fields))),
    }
}

/// Returns whether fields have the form of cron, for entries that are commented out.
fn is_cron(fields: &str) -> bool {
    let is_field = |field: &str| field.starts_with(|c: char| c.is_ascii_digit() || c == '*');
    fields.starts_with('@') || fields.split_ascii_whitespace().take(3).all(is_field)
}

fn runs<'a>(translation: &Translation, own_zone: &str, named_zone: Option<&str>) -> Option<Box<dyn SourceRuns + 'a>> {
    // Nobody knows which value cron chose.
    if translation.has_random {
        return None;
    }
    let spec = Spec::new(Recurrence::Cron(translation.cron.clone()), "UTC");
    Some(Box::new(VixieRuns {
        fields: CompiledRecurrence::compile(&spec, &Context::default()).ok()?,
        is_wildcard: translation.is_wildcard,
        zone: time_zone(own_zone).ok()?,
        named_zone: named_zone.map(time_zone).transpose().ok()?,
    }))
}
