//! Reads crontabs to run them as they are.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Context, OnceRecurrence, Recurrence, Spec, time_zone};

use super::account::Account;
use super::command::Command;
use super::fields::{translate, unknown_macro};
use super::form::CrontabForm;
use super::job::CronJob;
use super::line::{EntryLine, Line, comment_above, is_entry, parse};
use super::variables::{Surroundings, Variables};
use crate::catalog::CommandEntry;
use crate::identify::Ids;
use crate::problem::{Problem, Problems};
use crate::source::Source;
use crate::text::quoted;

/// Timeout of a command. Cron has none, and without one the provider would use a minute.
const TIMEOUT: &str = "365d";
/// Start of the names of variables that the provider sets itself.
const RESERVED: &str = "REFRAIN_";

/// What the jobs of a crontab depend on, besides its text.
#[derive(Clone, Debug)]
pub struct CrontabOptions {
    /// Time zone of cron: that of the machine, unless the caller chose another one.
    pub timezone: String,
    /// Form of the crontabs.
    pub form: CrontabForm,
    /// User that runs the commands.
    pub account: Account,
    /// Variables that the commands inherit.
    pub inherited: BTreeMap<String, String>,
    /// When jobs with `@reboot` run.
    pub reboot_at: Timestamp,
}

/// The jobs of some crontabs.
#[derive(Clone, Debug)]
pub struct Crontab {
    /// The jobs, in the order of the files.
    pub jobs: Vec<CronJob>,
    /// What is done differently from cron.
    pub warnings: Vec<Problem>,
}

/// Reads crontabs.
///
/// # Errors
/// Returns everything in the files that cannot be run.
pub fn read(sources: &[Source], options: &CrontabOptions) -> Result<Crontab, Problems> {
    let (mut problems, mut ids) = (Vec::new(), Ids::default());
    let mut crontab = Crontab { jobs: Vec::new(), warnings: Vec::new() };
    for source in sources {
        let has_user = options.form.has_user(source.name());
        let table = Table { source, options, has_user, variables: Variables::default(), comments: Vec::new() };
        table.read(&mut ids, &mut crontab, &mut problems);
    }
    if problems.is_empty() { Ok(crontab) } else { Err(Problems(problems)) }
}

/// A crontab that is being read.
struct Table<'a> {
    source: &'a Source,
    options: &'a CrontabOptions,
    has_user: bool,
    variables: Variables<'a>,
    /// Comments directly above the next entry.
    comments: Vec<&'a str>,
}

impl<'a> Table<'a> {
    fn read(mut self, ids: &mut Ids, crontab: &mut Crontab, problems: &mut Vec<Problem>) {
        let source = self.source;
        for line in source.text().lines() {
            match parse(line, self.has_user) {
                Line::Comment(text) if !is_entry(text, self.has_user) => {
                    self.comments.push(text);
                    continue;
                }
                Line::Blank | Line::Comment(_) => {}
                Line::Variable { name, value } => match self.variable(name, value) {
                    Ok(warning) => crontab.warnings.extend(warning),
                    Err(problem) => problems.push(problem),
                },
                Line::Entry(entry) => match self.job(&entry, ids, &mut crontab.warnings) {
                    Ok(job) => crontab.jobs.push(job),
                    Err(problem) => problems.push(problem),
                },
                Line::Bad { column, reason } => {
                    problems.push(Problem::at(source, self.offset(line) + column, "bad_line", reason));
                }
            }
            self.comments.clear();
        }
    }

    /// Sets a variable. Returns a warning about one that has no effect.
    fn variable(&mut self, name: &'a str, value: &'a str) -> Result<Option<Problem>, Problem> {
        let bad = |code: &'static str, detail: String| Problem::at(self.source, self.offset(value), code, detail);
        match name {
            "SHELL" if !value.starts_with('/') => {
                let problem = bad("bad_shell", format!("SHELL is {}, expected an absolute path", quoted(value)));
                return Err(problem.with_hint("for example SHELL=/bin/bash"));
            }
            "CRON_TZ" => {
                if let Err(error) = time_zone(value) {
                    let problem = bad(error.code().as_str(), format!("CRON_TZ: {}", error.message()));
                    return Err(match error.hint() {
                        Some(hint) => problem.with_hint(hint),
                        None => problem,
                    });
                }
            }
            "RANDOM_DELAY" if value.parse::<u32>().is_err() => {
                return Err(bad(
                    "bad_value",
                    format!("RANDOM_DELAY is {}, expected a number of minutes", quoted(value)),
                ));
            }
            name if name.starts_with(RESERVED) => {
                let detail = format!("{name} cannot be set: names that begin with {RESERVED} are reserved");
                return Err(Problem::at(self.source, self.offset(name), "reserved_variable", detail));
            }
            _ => {}
        }
        let is_mailed = name == "MAILTO" && !value.is_empty();
        let warning = is_mailed.then(|| {
            bad("not_mailed", format!("the output is not mailed to {value}"))
                .with_hint("create an alert for failed runs, or set MAILTO=\"\"")
        });
        self.variables.set(name, value);
        Ok(warning)
    }

    fn job(&self, entry: &EntryLine<'a>, ids: &mut Ids, warnings: &mut Vec<Problem>) -> Result<CronJob, Problem> {
        self.check_user(entry)?;
        let command = Command::parse(entry.command);
        let id = ids.make("", &format!("{:.40}-{:06x}", command.name(), fingerprint(entry.command)));
        let spec = self.spec(entry, warnings)?;
        let context = Context { anchor: Some(self.options.reboot_at), seed: &id, calendars: None };
        let recurrence = CompiledRecurrence::compile(&spec, &context).map_err(|error| {
            // Columns of the expression are those of the file only if its words are separated by single spaces.
            let is_verbatim = entry.fields.split(' ').all(|word| !word.is_empty() && !word.contains('\t'));
            let inside = error.column().filter(|_| is_verbatim).map_or(0, |column| column - 1);
            let at = self.offset(entry.fields) + inside;
            let problem = Problem::at(self.source, at, error.code().as_str(), error.message());
            match error.hint() {
                Some(hint) => problem.with_hint(hint),
                None => problem,
            }
        })?;
        Ok(CronJob {
            id,
            place: self.source.place(self.offset(entry.fields)),
            fields: entry.fields.to_owned(),
            written: entry.command.to_owned(),
            description: comment_above(&self.comments),
            spec,
            command: self.catalog_entry(&command),
            recurrence,
        })
    }

    /// Refuses an entry of another user, whose rights the commands would not have.
    fn check_user(&self, entry: &EntryLine<'_>) -> Result<(), Problem> {
        let (Some(user), own) = (entry.user, self.options.account.name.as_deref()) else { return Ok(()) };
        if Some(user) == own {
            return Ok(());
        }
        let own = own.map_or_else(|| "a user without a name".to_owned(), quoted);
        let detail = format!("the entry belongs to {}, but all commands run as {own}", quoted(user));
        let hint = format!("put the entries of {user} in a file of their own, and run it as {user}");
        Err(Problem::at(self.source, self.offset(user), "other_user", detail).with_hint(hint))
    }

    fn spec(&self, entry: &EntryLine<'_>, warnings: &mut Vec<Problem>) -> Result<Spec, Problem> {
        let own_zone = &self.options.timezone;
        let at = self.offset(entry.fields);
        if let Some(reason) = unknown_macro(entry.fields) {
            return Err(Problem::at(self.source, at, "unknown_macro", reason));
        }
        if entry.fields == "@reboot" {
            let once = OnceRecurrence { at: self.options.reboot_at };
            return Ok(Spec::new(Recurrence::Once(once), own_zone));
        }
        let (named_zone, zone_use) = self.variables.named_zone(own_zone);
        let translation = translate(entry.fields, zone_use);
        if let Some(part) = &translation.refused_part {
            let detail = format!("cron does not accept {}, so it may never have run this entry", quoted(part));
            warnings.push(Problem::at(self.source, at, "not_in_cron", detail));
        }
        // The value was checked where it is set.
        let delay_minutes = self.variables.random_delay().unwrap_or_default();
        Ok(translation.spec(named_zone.unwrap_or(own_zone), delay_minutes))
    }

    fn catalog_entry(&self, command: &Command) -> CommandEntry {
        let Surroundings { env, directory } =
            self.variables.surroundings(&self.options.account, self.options.inherited.clone());
        let entry = CommandEntry::shell(self.variables.shell(), &command.script());
        CommandEntry { directory, timeout: Some(TIMEOUT.to_owned()), ..entry.with_env(env) }
    }

    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.source.text().as_ptr() as usize
    }
}

/// Returns 24 bits of the FNV-1a hash of a text: the same on every machine and in every version.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> CrontabOptions {
        CrontabOptions {
            timezone: "Europe/Berlin".to_owned(),
            form: CrontabForm::ByName,
            account: Account { name: Some("ann".to_owned()), home: Some("/srv/ann".to_owned()) },
            inherited: BTreeMap::new(),
            reboot_at: "2026-01-15T12:00:00Z".parse().unwrap(),
        }
    }

    fn jobs(name: &str, text: &str) -> Vec<CronJob> {
        read(&[Source::new(name, text)], &options()).unwrap().jobs
    }

    #[test]
    fn ids_depend_only_on_the_command() {
        let ids = |text: &str| jobs("c", text).into_iter().map(|job| job.id).collect::<Vec<_>>();
        let before = ids("0 3 * * * /opt/backup.sh a\n0 4 * * * /opt/backup.sh b\n");
        assert_eq!(before, ["backup-93ea1c", "backup-96ea20"]);
        let after =
            ids("A=1\n# new\n5 * * * * /opt/backup.sh c\n0 5 1 * * /opt/backup.sh b\n0 3 * * * /opt/backup.sh a\n");
        assert_eq!(after[1..], [before[1].clone(), before[0].clone()]);
        assert_eq!(ids("0 3 * * * a\n0 4 * * * a\n"), ["a-e40c29", "a-e40c29-2"]);
    }

    #[test]
    fn a_job_has_the_zone_the_shell_and_the_environment_of_the_lines_above() {
        let text =
            "@reboot /bin/true\nSHELL=/bin/bash\nCRON_TZ=Asia/Tokyo\nA=1\n# Daily report.\n0 9 * * * awk '{x}'%in\n";
        let [first, second] = &jobs("c", text)[..] else { panic!("expected two jobs") };
        assert_eq!(first.spec.recurrence, Recurrence::Once(OnceRecurrence { at: options().reboot_at }));
        assert_eq!(first.command.argv, ["/bin/sh", "-c", "/bin/true"]);
        assert_eq!((second.place.line, second.description.as_deref()), (6, Some("Daily report.")));
        assert_eq!(second.command.argv, ["/bin/bash", "-c", "eval \"$COMMAND\""]);
        assert_eq!(second.command.env["COMMAND"], "printf '%s\\n' 'in' | (\nawk '{x}'\n)");
        let env = ["A", "HOME", "PATH", "USER"].map(|name| second.command.env[name].as_str());
        assert_eq!(env, ["1", "/srv/ann", "/usr/bin:/bin", "ann"]);
        let next: Vec<String> = second.next_runs(options().reboot_at, 1).iter().map(ToString::to_string).collect();
        assert_eq!(next, ["2026-01-16T00:00:00Z"]);
    }

    #[test]
    fn everything_that_cannot_run_is_reported_at_its_place() {
        let check = |name: &str, text: &str, code: &str, at: &str| {
            let problems = read(&[Source::new(name, text)], &options()).unwrap_err().0;
            let found: Vec<(String, String)> = problems
                .iter()
                .map(|problem| (problem.code.to_string(), problem.place.as_ref().unwrap().to_string()))
                .collect();
            assert_eq!(found, [(code.to_owned(), at.to_owned())], "{text}");
        };
        check("c", "0 3 * * backup\n", "bad_line", "c:1:1");
        check("c", "\n0 25 * * * a\n", "out_of_range", "c:2:3");
        check("c", "@evry a\n", "unknown_macro", "c:1:1");
        check("c", "SHELL=bash\n", "bad_shell", "c:1:7");
        check("c", "CRON_TZ = Mars/Base\n", "unknown_zone", "c:1:11");
        check("c", "RANDOM_DELAY=x\n", "bad_value", "c:1:14");
        check("c", "REFRAIN_X=1\n", "reserved_variable", "c:1:1");
        check("/etc/cron.d/x", "0 3 * * * root backup\n", "other_user", "/etc/cron.d/x:1:11");
        assert_eq!(jobs("/etc/cron.d/x", "0 3 * * * ann backup\n").len(), 1);
    }

    #[test]
    fn what_differs_from_cron_is_a_warning() {
        let text = "MAILTO=ops@example.org\n5/15 * * * * a\nMAILTO=\"\"\n";
        let warnings = read(&[Source::new("c", text)], &options()).unwrap().warnings;
        let codes: Vec<&str> = warnings.iter().map(|warning| &*warning.code).collect();
        assert_eq!(codes, ["not_mailed", "not_in_cron"]);
    }
}
