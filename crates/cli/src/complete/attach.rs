//! Attaches completers to arguments by their names, so that every command completes the same names in the same way.

use std::ffi::OsStr;

use clap::{Arg, Command, ValueHint};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};

use super::fixed::{occurrence_states, schedule_statuses, time_zones, work_item_states};
use super::lookup;

type Completer = fn(&OsStr) -> Vec<CompletionCandidate>;

/// What the ID or name after a noun such as `schedule` is.
const NOUNS: &[(&str, Completer)] = &[
    ("schedule", lookup::schedules),
    ("run", lookup::runs),
    ("dead-letter", lookup::runs),
    ("queue", lookup::work_items),
    ("rule", lookup::dispatch_rules),
    ("hold", lookup::holds),
    ("quota", lookup::quotas),
    ("calendar", lookup::calendars),
    ("alert", lookup::alerts),
    ("provider", lookup::providers),
    ("secret", lookup::secrets),
    ("key", lookup::keys),
    ("recurring", lookup::recurring_actions),
];
/// Names of arguments that are the ID or name of the noun.
const NAMES: &[&str] = &["id", "ids", "name", "names"];
/// Verbs whose ID or name is a new one.
const NEW: &[&str] = &["create", "add", "enqueue"];

/// Attaches completers to the arguments of all commands that have none.
pub fn attach(command: Command) -> Command {
    command.mut_subcommands(|sub| {
        let noun = sub.get_name().to_owned();
        attach_to(sub, &noun)
    })
}

fn attach_to(command: Command, noun: &str) -> Command {
    let is_new = NEW.contains(&command.get_name());
    let command = command.mut_args(|arg| match completer(&arg, noun, is_new) {
        Some(completer) => arg.add(ArgValueCompleter::new(completer)),
        None => arg,
    });
    command.mut_subcommands(|verb| attach_to(verb, noun))
}

fn completer(arg: &Arg, noun: &str, is_new: bool) -> Option<Completer> {
    if arg.get::<ArgValueCompleter>().is_some() || arg.get_value_hint() != ValueHint::Unknown {
        return None;
    }
    let id = arg.get_id().as_str();
    if arg.is_positional() && NAMES.contains(&id) {
        let of_noun = NOUNS.iter().find(|(name, _)| *name == noun).map(|(_, completer)| *completer);
        return of_noun.filter(|_| !is_new);
    }
    match id {
        "schedule" | "schedules" => Some(lookup::schedules),
        "provider" => Some(lookup::providers),
        "queue" => Some(lookup::queues),
        "timezone" => Some(time_zones),
        "status" if noun == "schedule" => Some(schedule_statuses),
        "state" if noun == "queue" => Some(work_item_states),
        "state" => Some(occurrence_states),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_completer(command: &Command, path: &[&str], arg: &str) -> bool {
        let command = path.iter().fold(command, |command, name| command.find_subcommand(name).unwrap());
        let mut args = command.get_arguments();
        args.find(|known| known.get_id() == arg).unwrap().get::<ArgValueCompleter>().is_some()
    }

    #[test]
    fn names_of_existing_things_are_completed_and_new_ones_are_not() {
        let verb = |name: &'static str| {
            Command::new(name)
                .arg(Arg::new("name"))
                .arg(Arg::new("note").long("note"))
                .arg(Arg::new("state").long("state"))
        };
        let hold = Command::new("hold").subcommand(verb("get")).subcommand(verb("create"));
        let command =
            attach(Command::new("refrain").subcommand(hold).subcommand(Command::new("next").arg(Arg::new("name"))));
        assert!(has_completer(&command, &["hold", "get"], "name"));
        assert!(has_completer(&command, &["hold", "get"], "state"));
        assert!(!has_completer(&command, &["hold", "get"], "note"));
        assert!(!has_completer(&command, &["hold", "create"], "name"));
        assert!(!has_completer(&command, &["next"], "name"));
    }
}
