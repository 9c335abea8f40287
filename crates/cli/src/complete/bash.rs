//! Completion in Bash, which splits words at `=` and `:` although the shell does not.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap_complete::env::{Bash as Original, EnvCompleter};

/// Completes for Bash. Unlike the completer of clap, it understands `--server=http://host:7433` and
/// `--status=active`.
#[derive(Clone, Copy, Debug)]
pub struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        Original.name()
    }

    fn is(&self, name: &str) -> bool {
        Original.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        name: &str,
        program: &str,
        completer: &str,
        script: &mut dyn Write,
    ) -> io::Result<()> {
        Original.write_registration(variable, name, program, completer, script)
    }

    fn write_complete(
        &self,
        command: &mut clap::Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        answer: &mut dyn Write,
    ) -> io::Result<()> {
        let variable = |name: &str| std::env::var(name).ok();
        let index = variable("_CLAP_COMPLETE_INDEX").and_then(|index| index.parse().ok()).unwrap_or_default();
        let separator = variable("_CLAP_IFS").unwrap_or_else(|| "\n".to_owned());
        let joined = join(words, index);
        let candidates = clap_complete::engine::complete(command, joined.words, joined.index, folder)?;
        let values = candidates.iter().map(|candidate| candidate.get_value().to_string_lossy());
        // Bash replaces only the part of the word that follows the last break.
        let parts: Vec<String> =
            values.filter_map(|value| Some(value.strip_prefix(&joined.before)?.to_owned())).collect();
        answer.write_all(parts.join(&separator).as_bytes())
    }
}

/// Words as the shell passes them to a program.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct JoinedWords {
    pub(super) words: Vec<OsString>,
    /// Position of the word that is being completed.
    pub(super) index: usize,
    /// Part of that word which Bash does not replace.
    before: String,
}

/// Joins words that were split at `=` and `:`.
pub(super) fn join(pieces: Vec<OsString>, index: usize) -> JoinedWords {
    let mut joined = JoinedWords { words: Vec::new(), index: 0, before: String::new() };
    let mut follows_break = false;
    for (position, piece) in pieces.into_iter().enumerate() {
        let is_break =
            piece.to_str().is_some_and(|text| !text.is_empty() && text.chars().all(|c| c == '=' || c == ':'));
        match joined.words.last_mut() {
            Some(last) if is_break || follows_break => {
                if position == index {
                    joined.before = last.to_string_lossy().into_owned();
                }
                last.push(&piece);
            }
            Some(_) | None => joined.words.push(piece),
        }
        follows_break = is_break;
        if position == index {
            joined.index = joined.words.len() - 1;
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pieces: &[&str], index: usize, words: &[&str], completed: usize, before: &str) {
        let joined = join(pieces.iter().map(OsString::from).collect(), index);
        let words = words.iter().map(OsString::from).collect();
        assert_eq!(joined, JoinedWords { words, index: completed, before: before.to_owned() });
    }

    #[test]
    fn words_that_were_split_are_joined() {
        check(&["refrain", "get", "di"], 2, &["refrain", "get", "di"], 2, "");
        let server = ["refrain", "--server", "http", ":", "//h", ":", "7433", "get", "di"];
        check(&server, 8, &["refrain", "--server", "http://h:7433", "get", "di"], 4, "");
        check(&["refrain", "--status", "=", "act"], 3, &["refrain", "--status=act"], 1, "--status=");
        check(&["refrain", "--status", ""], 2, &["refrain", "--status", ""], 2, "");
    }
}
