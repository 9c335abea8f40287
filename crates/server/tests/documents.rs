//! Checks that the commands in the user guide print what the guide shows.
//!
//! With `REFRAIN_BLESS` set, the test rewrites the guide with the current output. Read the diff before committing
//! it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");

/// Runs a command in a shell, with this build's `refrain` first on the path.
fn printed(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_refrain")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", &format!("exec 2>&1; {command}")]).env("PATH", path).output().unwrap();
    // Text files have plain line feeds.
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

/// Returns the guide with the current output of each command.
fn as_printed(guide: &str) -> String {
    let mut text = String::new();
    let mut in_console = false;
    for line in guide.lines() {
        in_console = if in_console { line != "```" } else { line == "```console" };
        let command = line.strip_prefix("$ ").filter(|_| in_console);
        let is_old_answer = in_console && line != "```console" && command.is_none();
        if is_old_answer {
            continue;
        }
        text.push_str(line);
        text.push('\n');
        text.push_str(&command.map(printed).unwrap_or_default());
    }
    text
}

#[test]
#[cfg(unix)]
fn every_command_of_the_guide_prints_what_it_shows() {
    let guide = std::fs::read_to_string(GUIDE).unwrap();
    let now = as_printed(&guide);
    assert!(guide.matches("\n$ refrain ").count() > 10, "the guide shows too few commands");
    if std::env::var_os("REFRAIN_BLESS").is_some() {
        std::fs::write(GUIDE, now).unwrap();
    } else {
        for (shown, printed) in guide.lines().zip(now.lines()) {
            assert_eq!(shown, printed, "docs/cli.md; REFRAIN_BLESS=1 rewrites it");
        }
        assert_eq!(guide, now);
    }
}

/// Checks only commands that need no server and start none.
#[test]
#[cfg(unix)]
fn every_command_of_the_readme_answers() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let is_question = |line: &&str| {
        let command = line.split(" | ").last().unwrap_or_default();
        ["refrain next ", "refrain describe ", "refrain lint ", "refrain diff ", "refrain why "]
            .iter()
            .any(|name| command.starts_with(name))
    };
    let commands: Vec<&str> = readme.lines().filter(is_question).collect();
    assert!(commands.iter().any(|command| command.contains("--batch")), "{commands:?}");
    for command in commands {
        let answer = printed(&format!("{command} && echo fine"));
        assert!(answer.ends_with("fine\n") && !answer.contains("\"error\""), "{command}\n{answer}");
    }
}
