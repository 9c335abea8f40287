//! `refrain cron`: runs crontabs as they are, with a ledger, a log and the console.
//!
//! It is `refrain serve` with a configuration that is made from the crontabs: each entry is a declared schedule and a
//! command of the catalog. There is no second engine.

mod account;
mod check;
mod environment;
mod values;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use jiff::{SignedDuration, Timestamp};
use refrain_cli::crontab::{Crontab, CrontabForm, CrontabOptions, read};
use refrain_cli::document::{STDIN, read_files};
use refrain_cli::tree::Limits;
use refrain_recurrence::{ErrorCode, time_zone};

use self::account::current_account;
use self::environment::{inherited, system_timezone};
use super::foreground::Foreground;
use super::output::{Failure, Report};
use crate::clock;
use crate::config::{BaseConfig, LoadedConfig, Overrides, Sources};
use crate::input::problem::Problem;

/// Time from the start of the process to the runs of `@reboot`. By then, their schedules are saved.
const REBOOT_DELAY: SignedDuration = SignedDuration::from_secs(2);

/// Run a crontab in the foreground, with a ledger, a log and the console
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain cron /etc/crontab --check
  refrain cron crontab.txt
  refrain cron crontab.txt --no-listen --log-format json --store sqlite:/var/lib/cron/ledger.db

SIGTERM and Ctrl-C let the runs in progress finish; a second signal stops them. SIGHUP reads the crontabs again: one
with an error changes nothing. No configuration file is read unless --config names one.

Exit codes: 0 stopped by a signal, or --check found no error; 2 invalid arguments or crontabs.")]
pub(super) struct Cron {
    /// Crontabs, or directories such as /etc/cron.d
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// Only report errors, and what would run when
    #[arg(long)]
    check: bool,
    /// Time zone of entries [default: that of the machine]
    ///
    /// CRON_TZ in the crontab takes precedence.
    #[arg(long, value_name = "ZONE")]
    timezone: Option<String>,
    /// Overlapping runs: skip, buffer-one or allow-all
    ///
    /// A run overlaps if it is due while the last run of its entry still runs.
    #[arg(long, value_enum, default_value_t, value_name = "POLICY", hide_possible_values = true)]
    overlap: OverlapArg,
    /// Missed runs: skip, latest or all
    ///
    /// Runs are missed while `refrain cron` does not run.
    #[arg(long, value_enum, default_value_t, value_name = "POLICY", hide_possible_values = true)]
    catch_up: CatchUpArg,
    /// Do not listen on a port: no console and no API
    #[arg(long, conflicts_with = "bind")]
    no_listen: bool,
    /// Pass the environment of this process on to the commands
    #[arg(long, hide_short_help = true)]
    inherit_env: bool,
    /// Form of the crontabs: by-name (system form below /etc), user, or system with a user name in each line
    #[arg(long, value_enum, default_value_t, value_name = "FORM", hide_possible_values = true, hide_short_help = true)]
    form: FormArg,
    #[command(flatten)]
    overrides: Overrides,
}

/// What happens to a run that is due while another one of its entry is running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum OverlapArg {
    /// The run is skipped, and the ledger says so
    #[default]
    Skip,
    /// One run waits; further ones are skipped
    BufferOne,
    /// Both run, as in cron
    AllowAll,
}

/// What happens to runs that were missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CatchUpArg {
    /// Nothing, as in cron
    #[default]
    Skip,
    /// The last missed run of each entry runs
    Latest,
    /// All missed runs run, at most 100 of each entry
    All,
}

/// Form of crontabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// System form for `/etc/crontab` and files in `/etc/cron.d`, else user form
    #[default]
    ByName,
    /// Crontab of a user
    User,
    /// Crontab of the system
    System,
}

impl Cron {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let now = clock::now();
        let reader = Reader::new(self, now)?;
        let crontab = reader.crontab()?;
        let loaded = reader.load(&crontab)?;
        if self.check {
            return check::check(&loaded, &crontab, now);
        }
        if self.files.iter().any(|file| file == Path::new(STDIN)) {
            let problem = Problem::new(ErrorCode::BadValue, "standard input cannot be read again");
            return Err(problem.with_hint("name a file; only --check reads standard input").into());
        }
        let load = move || reader.load(&reader.crontab()?);
        Foreground { load, greeting: |_| String::new() }.run(&loaded)
    }
}

/// Reads the crontabs, at the start and again at each SIGHUP.
struct Reader {
    files: Vec<PathBuf>,
    options: CrontabOptions,
    policies: values::Policies,
    overrides: Overrides,
}

impl Reader {
    fn new(command: &Cron, now: Timestamp) -> Result<Self, Failure> {
        let timezone = command.timezone.clone().map_or_else(system_timezone, Ok)?;
        time_zone(&timezone).map_err(|error| Problem::from(error).in_text(&timezone))?;
        let options = CrontabOptions {
            timezone,
            form: match command.form {
                FormArg::ByName => CrontabForm::ByName,
                FormArg::User => CrontabForm::User,
                FormArg::System => CrontabForm::System,
            },
            account: current_account(),
            inherited: if command.inherit_env { inherited() } else { BTreeMap::new() },
            reboot_at: now + REBOOT_DELAY,
        };
        let policies = values::Policies {
            overlap: match command.overlap {
                OverlapArg::Skip => values::SKIP,
                OverlapArg::BufferOne => "buffer_one",
                OverlapArg::AllowAll => "allow_all",
            },
            catch_up: match command.catch_up {
                CatchUpArg::Skip => "skip",
                CatchUpArg::Latest => "latest",
                CatchUpArg::All => "all",
            },
            is_listening: !command.no_listen,
        };
        Ok(Self { files: command.files.clone(), options, policies, overrides: command.overrides.clone() })
    }

    fn crontab(&self) -> Result<Crontab, Failure> {
        // Cron reads no other files in /etc/cron.d, such as the copies that editors and packages leave there.
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let is_wanted = |path: &Path| path.file_name().is_some_and(|name| name.to_str().is_some_and(is_name));
        let sources = read_files(&self.files, Limits::default(), is_wanted)?;
        Ok(read(&sources, &self.options)?)
    }

    fn load(&self, crontab: &Crontab) -> Result<LoadedConfig, Failure> {
        let file = self.files.first().map(|file| file.display().to_string()).unwrap_or_default();
        let base = BaseConfig { file, values: values::of(crontab, &self.policies) };
        let mut loaded =
            LoadedConfig::from_sources(&Sources { base: Some(base), ..Sources::of_process(self.overrides.clone()) })?;
        loaded.warnings.extend(crontab.warnings.iter().map(crate::config::Problem::of_file));
        Ok(loaded)
    }
}
