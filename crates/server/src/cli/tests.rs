//! Rules for the help of every command.

use clap::Command;

use super::root;

/// Rows of a screen.
const SCREEN_ROWS: usize = 24;
/// Maximum rows of the help of the program itself.
const ROOT_ROWS_MAX: usize = 40;
/// Columns of a screen.
const SCREEN_COLUMNS: usize = 80;

/// Calls a function for every command that has no further commands, and for those that have.
fn walk(command: &Command, path: &str, check: &mut dyn FnMut(&Command, &str)) {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help") {
        let path = format!("{path} {}", sub.get_name());
        check(sub, &path);
        walk(sub, &path, check);
    }
}

fn built() -> Command {
    let mut command = root::command();
    command.build();
    command
}

/// Returns the commands that break a rule, with the reason.
fn broken(mut rule: impl FnMut(&Command, &str) -> Result<(), String>) -> Vec<String> {
    let mut broken = Vec::new();
    walk(&built(), "refrain", &mut |command, path| {
        if let Err(reason) = rule(command, path) {
            broken.push(format!("{path}: {reason}"));
        }
    });
    broken
}

#[test]
fn command_line_definition_is_consistent() {
    root::command().debug_assert();
}

#[test]
fn every_command_shows_an_example() {
    let broken = broken(|command, _| {
        let help = command.clone().render_help().to_string();
        let example = help.lines().find_map(|line| line.strip_prefix("Example: "));
        let long = command.clone().render_long_help().to_string();
        let is_shown = example.is_some_and(|example| example.contains("refrain ") && long.contains(example));
        if is_shown && long.contains("Examples:\n") { Ok(()) } else { Err(format!("no example in {help}")) }
    });
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn every_short_help_fits_one_screen() {
    let broken = broken(|command, _| {
        let help = command.clone().render_help().to_string();
        // A terminal breaks lines that are too long, such as that of the usage.
        let rows: usize = help.lines().map(|line| line.chars().count().div_ceil(SCREEN_COLUMNS).max(1)).sum();
        if rows <= SCREEN_ROWS { Ok(()) } else { Err(format!("{rows} rows\n{help}")) }
    });
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_summary_is_one_line_without_a_full_stop() {
    let broken = broken(|command, _| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let is_fine = !about.is_empty() && !about.ends_with('.') && about.lines().count() == 1 && about.len() <= 120;
        if is_fine { Ok(()) } else { Err(about) }
    });
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn help_of_the_program_groups_all_commands_and_fits_a_screen() {
    for help in [built().render_help().to_string(), built().render_long_help().to_string()] {
        let rows = help.lines().count();
        assert!((SCREEN_ROWS..=ROOT_ROWS_MAX).contains(&rows), "{rows} rows\n{help}");
        assert!(help.lines().all(|line| line.chars().count() <= SCREEN_COLUMNS), "{help}");
        for sub in built().get_subcommands() {
            let name = sub.get_name();
            let is_shown = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == name);
            assert!(is_shown, "{name} is missing in\n{help}");
        }
    }
    assert_eq!(root::ungrouped(), Vec::<String>::new());
}
