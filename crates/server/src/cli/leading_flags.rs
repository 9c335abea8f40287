//! Flags before the command, as in `refrain --context prod schedule list`.
//!
//! The flags of a server's commands belong to each noun. Those that precede the noun are moved behind it, so that each
//! flag has one definition and a command that does not know it refuses it.

use std::ffi::{OsStr, OsString};
use std::iter::Peekable;

use clap::{Arg, ArgAction, Command};

/// Moves the flags before the command behind it. Other arguments stay in order.
pub(super) fn moved(command: &Command, arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter().peekable();
    let mut moved: Vec<OsString> = arguments.next().into_iter().collect();
    let mut flags = Vec::new();
    while let Some(flag) = arguments.next_if(|argument| definition(command, argument).is_some()) {
        let takes_next = definition(command, &flag).is_some_and(|arg| takes_next(arg, &flag, &mut arguments));
        flags.push(flag);
        flags.extend(arguments.next_if(|_| takes_next));
    }
    // An argument that is no command is an error about itself, not about the flags before it.
    let is_command = arguments.peek().is_some_and(|argument| !is_flag(argument));
    if is_command {
        moved.extend(arguments.next());
        moved.append(&mut flags);
    }
    moved.extend(arguments);
    moved
}

fn is_flag(argument: &OsStr) -> bool {
    argument.as_encoded_bytes().starts_with(b"-")
}

/// Returns the definition of a flag that all verbs of some noun have.
fn definition<'a>(command: &'a Command, argument: &OsStr) -> Option<&'a Arg> {
    let text = argument.to_str()?;
    let is_it = |arg: &&Arg| match text.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long.split('=').next().unwrap_or(long)),
        None => {
            text.strip_prefix('-').and_then(|short| short.chars().next()).is_some_and(|c| arg.get_short() == Some(c))
        }
    };
    let mut globals = command.get_subcommands().flat_map(Command::get_arguments).filter(|arg| arg.is_global_set());
    globals.find(is_it)
}

/// Returns whether the next argument is the value of a flag.
fn takes_next(arg: &Arg, flag: &OsStr, rest: &mut Peekable<impl Iterator<Item = OsString>>) -> bool {
    let text = flag.to_string_lossy();
    let has_value = text.contains('=') || (!text.starts_with("--") && text.chars().count() > 2);
    let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append) && !has_value;
    let is_optional = arg.get_num_args().is_some_and(|range| range.min_values() == 0);
    // The value of `--watch` is a number. Another word is the command.
    let is_number = |next: &OsString| next.to_str().is_some_and(|next| next.parse::<u32>().is_ok());
    takes_value && (!is_optional || rest.peek().is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::root;

    #[track_caller]
    fn check(arguments: &str, expected: &str) {
        let found = moved(&root::command(), arguments.split(' ').map(OsString::from));
        let found: Vec<&str> = found.iter().map(|argument| argument.to_str().unwrap()).collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn flags_move_behind_the_command() {
        check("refrain --key k schedule list --wide", "refrain schedule --key k list --wide");
        check("refrain -o json --server=http://a schedule list", "refrain schedule -o json --server=http://a list");
        check("refrain -ojson --wide top", "refrain top -ojson --wide");
        check("refrain --tenant schedule run list", "refrain run --tenant schedule list");
        check("refrain --watch schedule list", "refrain schedule --watch list");
        check("refrain --watch 5 schedule list", "refrain schedule --watch 5 list");
        check("refrain --local key list", "refrain key --local list");
        check("refrain --store sqlite:x key list", "refrain key --store sqlite:x list");
    }

    #[test]
    fn other_arguments_stay() {
        for text in [
            "refrain",
            "refrain --help",
            "refrain --sever x schedule list",
            "refrain schedule --key k list",
            "refrain -- x",
        ] {
            check(text, text);
        }
        check("refrain --key k --sever x schedule list", "refrain --sever x schedule list");
        check("refrain -o json --help", "refrain --help");
    }
}
