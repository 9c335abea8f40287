//! Questions to the person at the terminal. Questions go to standard error, so that the output stays clean.

use std::io::{BufRead, IsTerminal as _, Write, stderr, stdin};

use clap::Args;

use crate::exit::{Exit, Failure};

/// Flag that confirms a command beforehand.
#[derive(Args, Clone, Copy, Debug)]
pub struct ConfirmArgs {
    /// Do not ask for confirmation
    #[arg(short = 'y', long)]
    pub yes: bool,
}

impl ConfirmArgs {
    /// Asks a question such as `Delete schedule digest?`, unless `--yes` is given.
    ///
    /// # Errors
    /// If the answer is not yes, or nobody can be asked because standard input is no terminal.
    pub fn confirm(self, question: &str) -> Result<(), Failure> {
        if self.yes {
            return Ok(());
        }
        if !can_ask() {
            let message = format!("this needs a confirmation, and standard input is no terminal: {question}");
            return Err(Failure::usage(message).with_hint("add `--yes` to confirm it"));
        }
        if ask(question, &mut stdin().lock(), &mut stderr().lock())? {
            return Ok(());
        }
        Err(Failure::new(Exit::Failure, "not confirmed, so nothing was changed"))
    }
}

/// Returns whether there is a person to ask: standard input and standard error are a terminal.
pub fn can_ask() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// Returns whether the answer to a question is yes. Everything except `y` and `yes` is a no, also the end of the input.
fn ask(question: &str, input: &mut impl BufRead, output: &mut impl Write) -> Result<bool, Failure> {
    write!(output, "{question} [y/N] ")?;
    output.flush()?;
    let mut answer = String::new();
    let length = input
        .read_line(&mut answer)
        .map_err(|error| Failure::new(Exit::Failure, format!("the answer cannot be read: {error}")))?;
    if length == 0 {
        // The end of the input leaves the cursor behind the question.
        writeln!(output)?;
    }
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_yes_is_a_confirmation() {
        let mut shown = Vec::new();
        for (answer, is_yes) in [("y\n", true), (" YES \n", true), ("\n", false), ("n\n", false), ("", false)] {
            shown.clear();
            assert_eq!(ask("Delete digest?", &mut answer.as_bytes(), &mut shown).unwrap(), is_yes, "{answer:?}");
            assert!(shown.starts_with(b"Delete digest? [y/N] "));
        }
        assert!(shown.ends_with(b"\n"));
        assert!(ConfirmArgs { yes: true }.confirm("Delete digest?").is_ok());
    }
}
