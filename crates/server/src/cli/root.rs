//! The root of the command line: its help, which shows the commands in groups.

use std::fmt::Write as _;

use clap::CommandFactory as _;

use super::Cli;

/// Maximum width of the help, in columns.
const WIDTH_MAX: usize = 80;

/// Heading of the examples in the help of a command.
const EXAMPLES: &str = "Examples:";
/// Maximum number of examples in the short help.
const EXAMPLES_MAX: usize = 1;

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
pub(super) fn command() -> clap::Command {
    let command = Cli::command();
    // The subcommand `help` exists only in a built command, but its name is known.
    let groups = groups(&command);
    let command = refrain_cli::complete::attach(command.mut_subcommands(with_short_examples));
    let usage = "{about-with-newline}\n{usage-heading} {usage}\n";
    command.help_template(format!("{usage}\n{groups}\nOptions:\n{{options}}{{after-help}}"))
}

/// Leaves only the first example in the short help. The long help and the man page have the rest. A verb without
/// examples gets those of its noun.
fn with_short_examples(command: clap::Command) -> clap::Command {
    let own = examples(&command);
    let noun = command.get_name().to_owned();
    let command = command.disable_help_subcommand(true).mut_subcommands(|verb| {
        let of_verb = format!("  refrain {noun} {} ", verb.get_name());
        let inherited = own.iter().filter(|line| format!("{line} ").starts_with(&of_verb));
        let text = inherited.fold(EXAMPLES.to_owned(), |text, line| text + "\n" + line);
        let is_missing = verb.get_after_help().is_none() && text != EXAMPLES;
        with_short_examples(if is_missing { verb.after_help(text) } else { verb })
    });
    let Some(full) = command.get_after_help().map(ToString::to_string).filter(|_| !own.is_empty()) else {
        return command;
    };
    let shown = own.into_iter().take(EXAMPLES_MAX).fold(EXAMPLES.to_owned(), |text, line| text + "\n" + &line);
    command.after_help(shown).after_long_help(full)
}

/// Returns the lines of a command's examples.
fn examples(command: &clap::Command) -> Vec<String> {
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

fn groups(command: &clap::Command) -> String {
    let visible = || command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let other: Vec<&str> = visible().map(clap::Command::get_name).filter(|name| group_of(name).is_none()).collect();
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
