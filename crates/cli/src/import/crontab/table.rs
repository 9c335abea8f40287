//! One crontab: its variables, comments and entries, in order.

use std::collections::BTreeMap;

use refrain_recurrence::{CompiledRecurrence, Context, Recurrence, Spec, time_zone};
use serde_json::json;

use super::vixie::VixieRuns;
use crate::catalog::CommandEntry;
use crate::crontab::{
    Account, Command, EntryLine, Line, Surroundings, Translation, Variables, ZoneUse, comment_above, is_entry, parse,
    translate, unknown_macro,
};
use crate::import::difference::SourceRuns;
use crate::import::draft::{Draft, Importer};
use crate::import::note::NoteKind;
use crate::source::Source;
use crate::text::quoted;

/// Timeout of imported commands. Cron has none; without one, the provider would use a minute.
const TIMEOUT: &str = "24h";

/// A crontab that is being read.
pub(super) struct Table<'a, 'b> {
    source: &'a Source,
    importer: &'b mut Importer<'a>,
    has_user: bool,
    /// User of a crontab in the spool folder.
    owner: Option<&'a str>,
    variables: Variables<'a>,
    /// Comments directly above the next entry.
    comments: Vec<&'a str>,
}

impl<'a, 'b> Table<'a, 'b> {
    pub(super) fn new(source: &'a Source, importer: &'b mut Importer<'a>) -> Self {
        let name = source.name();
        let has_user = importer.options.crontab_form.has_user(name);
        let spool = ["/crontabs/", "/spool/cron/"].iter().find_map(|folder| name.split_once(folder));
        let owner = spool.map(|(_, user)| user).filter(|user| !has_user && !user.contains('/'));
        Self { source, importer, has_user, owner, variables: Variables::default(), comments: Vec::new() }
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
        if is_entry(text, self.has_user) {
            self.importer.note(NoteKind::Dropped, "entries that are commented out were not read");
            self.comments.clear();
        } else {
            self.comments.push(text);
        }
    }

    fn variable(&mut self, name: &'a str, value: &'a str) {
        self.comments.clear();
        self.variables.set(name, value);
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
        if let Some(description) = comment_above(&self.comments) {
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

    fn set_action(&mut self, draft: &mut Draft<'a>, entry: &EntryLine<'a>, command: &Command) {
        draft.set("action", json!({ "provider": "command" }));
        draft.set("overlap", "allow_all");
        draft.set("retry", json!({ "max_attempts": 1 }));
        draft.set("catch_up", json!({ "policy": "skip" }));
        let user = entry.user.or(self.owner);
        draft.command = Some(self.catalog_entry(command, user));
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

    fn catalog_entry(&self, command: &Command, user: Option<&str>) -> CommandEntry {
        let home = user.map(|user| if user == "root" { "/root".to_owned() } else { format!("/home/{user}") });
        let account = Account { name: user.map(str::to_owned), home };
        let Surroundings { env, directory } = self.variables.surroundings(&account, BTreeMap::new());
        let entry = CommandEntry::program_or_shell(self.variables.shell(), &command.script());
        CommandEntry { directory, timeout: Some(TIMEOUT.to_owned()), ..entry.with_env(env) }
    }

    fn set_times(&mut self, draft: &mut Draft<'a>, fields: &'a str) {
        if let Some(reason) = refused_macro(fields) {
            draft.refuse_at(draft.at, reason);
            return;
        }
        let own_zone = self.importer.timezone("UTC", "a crontab does not name the time zone of cron");
        let (named_zone, zone_use) = self.variables.named_zone(&own_zone);
        let translation = translate(fields, zone_use);
        let spec = translation.spec(named_zone.unwrap_or(&own_zone), self.random_delay(draft));
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
        if self.variables.has("TZ") {
            let text = "TZ is only in the environment of the command: it does not change when cron runs the entry";
            draft.note(NoteKind::Kept, text);
        }
    }

    /// Returns the maximum delay of `RANDOM_DELAY` in minutes.
    fn random_delay(&self, draft: &mut Draft<'a>) -> u32 {
        match self.variables.random_delay() {
            Ok(0) => 0,
            Ok(minutes) => {
                draft
                    .note(NoteKind::Kept, format!("RANDOM_DELAY={minutes} became a fixed jitter of {minutes} minutes"));
                minutes
            }
            Err(written) => {
                let text = format!("RANDOM_DELAY={}, which is not a number of minutes", quoted(written));
                draft.note(NoteKind::Dropped, text);
                0
            }
        }
    }

    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.source.text().as_ptr() as usize
    }
}

/// Returns the reason why a macro has no recurrence.
fn refused_macro(fields: &str) -> Option<String> {
    if fields == "@reboot" {
        let text = "@reboot runs when the machine starts; start the command with a service of the system, or run the \
                    crontab with `refrain cron`";
        return Some(text.to_owned());
    }
    unknown_macro(fields)
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
