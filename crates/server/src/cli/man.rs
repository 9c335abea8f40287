//! `refrain man`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use clap_mangen::Man as Page;

use refrain_cli::text::{nearest, quoted};
use refrain_recurrence::ErrorCode;

use super::output::{Failure, Report};
use super::root;
use crate::input::problem::Problem;

/// Print or write the man pages of all commands
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain man | man -l -
  refrain man schedule list | man -l -
  refrain man --dir /usr/local/share/man/man1")]
pub(super) struct Man {
    /// Command whose page is printed. Default: the program itself
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "path")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let mut root = root::command().disable_help_subcommand(true);
        root.build();
        if let Some(dir) = &self.dir {
            let pages = write_all(&root, dir)?;
            return Ok(Report::new(format!("Wrote {pages} man pages to {}.\n", dir.display())));
        }
        let mut command = &root;
        for name in &self.path {
            let sub = command.find_subcommand(name);
            command = sub.ok_or_else(|| unknown(command, name))?;
        }
        let mut text = Vec::new();
        page(command).render(&mut text).map_err(Failure::Output)?;
        Ok(Report::new(String::from_utf8_lossy(&text).into_owned()))
    }
}

/// Writes the page of a command and of its subcommands, and returns their number.
fn write_all(command: &clap::Command, dir: &Path) -> io::Result<usize> {
    fs::create_dir_all(dir)?;
    let mut text = Vec::new();
    let page = page(command);
    page.render(&mut text)?;
    fs::write(dir.join(page.get_filename()), &text)?;
    let visible = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    visible.map(|sub| write_all(sub, dir)).try_fold(1, |sum, pages| Ok(sum + pages?))
}

/// Returns the page of a command. It has no date, so that the same program always writes the same page.
fn page(command: &clap::Command) -> Page {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    Page::new(command.clone())
        .title(name.to_uppercase())
        .source(format!("refrain {}", env!("CARGO_PKG_VERSION")))
        .manual("Refrain")
}

fn unknown(command: &clap::Command, name: &str) -> Problem {
    let problem = Problem::new(ErrorCode::UnknownName, format!("{} is not a command", quoted(name)));
    match nearest(name, command.get_subcommands().map(clap::Command::get_name)) {
        Some(near) => problem.with_hint(format!("did you mean `{near}`?")),
        None => problem.with_hint("`refrain --help` shows all commands"),
    }
}
