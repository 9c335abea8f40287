//! The root of the command line: its help, which shows the commands in groups.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command, CommandFactory as _};

use super::Cli;

/// Maximum width of the help, in columns.
const WIDTH_MAX: usize = 80;

/// Heading of the examples in the help of a command.
const EXAMPLES: &str = "Examples:";
/// Last line of the short help.
const MORE: &str = "`--help` shows all options and examples.";
/// Last line of the short help of a command of a server.
const MORE_OF_SERVER: &str = "`--help` shows all options, such as --server and -o, and examples.";

/// A group of commands in the help.
struct Group {
    heading: &'static str,
    /// Whether each command has a line with its summary. Otherwise the names share a line.
    has_summaries: bool,
    names: &'static [&'static str],
}

/// Groups in the order of the help. Commands that are in none come last.
const GROUPS: &[Group] = &[
    Group {
        heading: "Compute run times, without a server",
        has_summaries: false,
        names: &["next", "describe", "lint", "diff", "why", "zones"],
    },
    Group {
        heading: "Operate a server",
        has_summaries: true,
        names: &["schedule", "run", "dead-letter", "queue", "events", "top", "stats", "health", "context"],
    },
    Group {
        heading: "Control what a server runs",
        has_summaries: false,
        names: &["rule", "hold", "quota", "alert", "calendar", "provider", "recurring"],
    },
    Group {
        heading: "Work with files of schedules",
        has_summaries: false,
        names: &["apply", "export", "import", "schema"],
    },
    Group {
        heading: "Run and maintain a server",
        has_summaries: false,
        names: &["serve", "cron", "config", "key", "secret", "audit", "backup", "migrate", "doctor", "openapi"],
    },
    Group { heading: "Set up a shell", has_summaries: false, names: &["completions", "man", "help"] },
];

/// Returns the definition of the command line, from which the parser, the help, the completions and the man pages are
/// made.
pub(super) fn command() -> Command {
    let command = Cli::command();
    // The subcommand `help` exists only in a built command, but its name is known.
    let groups = groups(&command);
    let command = command.mut_subcommands(|sub| with_short_help(sub, false));
    let command = refrain_cli::complete::attach(command).term_width(WIDTH_MAX);
    let usage = "{about-with-newline}\n{usage-heading} {usage}\n";
    command.help_template(format!("{usage}\n{groups}\nOptions:\n{{options}}{{after-help}}"))
}

/// Makes the short help of a command fit a screen: it shows one example, and says where the rest is. The long help and
/// the man page have all examples. A verb without examples gets those of its noun.
fn with_short_help(command: Command, is_of_server: bool) -> Command {
    let own = examples(&command);
    let is_of_server = is_of_server || command.get_arguments().any(|arg| arg.get_id() == "server");
    let noun = command.get_name().to_owned();
    let command = command.disable_help_subcommand(true).disable_help_flag(true).arg(help_flag());
    let command = command.mut_subcommands(|verb| {
        let of_verb = format!("  refrain {noun} {} ", verb.get_name());
        let inherited = own.iter().filter(|line| format!("{line} ").starts_with(&of_verb));
        let text = inherited.fold(EXAMPLES.to_owned(), |text, line| text + "\n" + line);
        let is_missing = verb.get_after_help().is_none() && text != EXAMPLES;
        with_short_help(if is_missing { verb.after_help(text) } else { verb }, is_of_server)
    });
    let Some(full) = command.get_after_help().map(ToString::to_string) else { return command };
    let example = own.first().map(|line| format!("Example: {}\n", line.trim_start())).unwrap_or_default();
    let more = if is_of_server { MORE_OF_SERVER } else { MORE };
    command.after_help(example + more).after_long_help(full)
}

/// Returns the flag that shows the help. The short help names it in its last line.
fn help_flag() -> Arg {
    Arg::new("help").short('h').long("help").action(ArgAction::Help).help("Print help").hide_short_help(true)
}

/// Returns the lines of a command's examples.
fn examples(command: &Command) -> Vec<String> {
    let full = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = full.lines().skip_while(|line| *line != EXAMPLES).skip(1);
    lines.take_while(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Returns the names of commands that are in no group.
#[cfg(test)]
pub(super) fn ungrouped() -> Vec<String> {
    let command = Cli::command();
    let names = command.get_subcommands().map(|sub| sub.get_name().to_owned());
    names.filter(|name| group_of(name).is_none()).collect()
}

fn groups(command: &Command) -> String {
    let visible = || command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let other: Vec<&str> = visible().map(Command::get_name).filter(|name| group_of(name).is_none()).collect();
    let mut text = String::new();
    for (index, group) in GROUPS.iter().enumerate() {
        let exists = |name: &&str| *name == "help" || visible().any(|sub| sub.get_name() == *name);
        let mut names: Vec<&str> = group.names.iter().copied().filter(exists).collect();
        if index + 1 == GROUPS.len() {
            names.extend(&other);
        }
        if group.has_summaries {
            let width = names.iter().map(|name| name.len()).max().unwrap_or_default();
            let _ = writeln!(text, "{}:", group.heading);
            for sub in names.iter().filter_map(|name| command.find_subcommand(name)) {
                let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
                let _ = writeln!(text, "  {:<width$}  {about}", sub.get_name());
            }
        } else if !names.is_empty() {
            let _ = writeln!(text, "{}:\n{}", group.heading, wrapped(&names));
        }
    }
    text
}

fn group_of(name: &str) -> Option<&'static Group> {
    GROUPS.iter().find(|group| group.names.contains(&name))
}

/// Returns names with commas, in lines that begin with two spaces.
fn wrapped(names: &[&str]) -> String {
    let mut lines = vec![String::from(" ")];
    for (index, name) in names.iter().enumerate() {
        let comma = if index + 1 < names.len() { "," } else { "" };
        let line = lines.last_mut().expect("there is always a line");
        if line.len() + name.len() + 2 > WIDTH_MAX {
            lines.push(format!("  {name}{comma}"));
        } else {
            let _ = write!(line, " {name}{comma}");
        }
    }
    lines.join("\n")
}
