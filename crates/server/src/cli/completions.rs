//! `refrain completions`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use clap_complete::env::{CompleteEnv, Shells};

use super::output::{Failure, Report};
use super::root;

/// Variable that makes this program complete a command instead of running one. Its value is the name of the shell.
const VARIABLE: &str = "REFRAIN_COMPLETE";
/// Name by which the shell calls this program. A path would be that of the machine that the script was made on.
const PROGRAM: &str = "refrain";

/// Print a script that completes commands, flags, schedule IDs and other names in a shell
#[derive(Args, Debug)]
#[command(after_help = "IDs and names are looked up at the server of the command, with the key of the context.

Examples:
  refrain completions bash >> ~/.bashrc
  refrain completions zsh > ~/.zfunc/_refrain
  refrain completions fish > ~/.config/fish/completions/refrain.fish
  refrain completions powershell >> $PROFILE")]
pub(super) struct Completions {
    /// Shell that the script is for
    shell: Shell,
}

/// A shell with a completer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
}

impl Shell {
    fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
            Self::Powershell => "powershell",
            Self::Elvish => "elvish",
        }
    }
}

impl Completions {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let mut script = Vec::new();
        let shells = shells();
        let shell = shells.completer(self.shell.name()).expect("every shell has a completer");
        shell.write_registration(VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut script).map_err(Failure::Output)?;
        let script = String::from_utf8(script).map_err(|error| Failure::Output(std::io::Error::other(error)))?;
        Ok(Report::new(format!("{}\n", script.trim())))
    }
}

/// Completes a command, if a shell asks for it. Returns whether it did.
pub(super) fn complete(arguments: impl IntoIterator<Item = OsString>) -> bool {
    if std::env::var_os(VARIABLE).is_none_or(|shell| shell.is_empty()) {
        return false;
    }
    let environment = CompleteEnv::with_factory(root::command).var(VARIABLE).bin(PROGRAM).completer(PROGRAM);
    let folder = std::env::current_dir().ok();
    // Without an answer, the shell shows no candidates. It has no place for an error.
    environment.shells(shells()).try_complete(arguments, folder.as_deref()).unwrap_or(true)
}

fn shells() -> Shells<'static> {
    Shells(&[
        &refrain_cli::complete::Bash,
        &clap_complete::env::Zsh,
        &clap_complete::env::Fish,
        &clap_complete::env::Powershell,
        &clap_complete::env::Elvish,
    ])
}
