//! Flags that choose the output.

use std::cell::RefCell;
use std::io::{IsTerminal, stdout};

use clap::{Args, ValueEnum};
use jiff::Timestamp;

use super::{Output, Style, TimeView, View};

/// Format of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table or other text for people
    #[default]
    Table,
    /// JSON, as the server sends it
    Json,
    /// YAML
    Yaml,
    /// The columns of the table, separated by commas
    Csv,
    /// IDs or names only, one per line
    Name,
}

/// Flags that choose the output.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Global options")]
pub struct OutputArgs {
    /// Format: table, json, yaml, csv or name
    #[arg(
        short,
        long,
        value_enum,
        default_value_t,
        global = true,
        value_name = "FORMAT",
        hide_possible_values = true,
        hide_short_help = true
    )]
    pub output: Format,
    /// Show all columns
    #[arg(long, global = true, hide_short_help = true)]
    pub wide: bool,
    /// Leave out the names of columns
    #[arg(long, global = true, hide_short_help = true)]
    pub no_headers: bool,
    /// Repeat the command. Default interval: 2 seconds
    #[arg(long, global = true, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "2",
          hide_short_help = true, value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub watch: Option<u16>,
}

impl OutputArgs {
    /// Creates the output for this process: with colors and relative times if it is a terminal.
    pub fn create(self, now: Timestamp) -> Output {
        let is_terminal = stdout().is_terminal();
        let width =
            if is_terminal { crossterm::terminal::size().ok().map(|(width, _)| usize::from(width)) } else { None };
        Output {
            format: self.output,
            has_headers: !self.no_headers,
            is_wide: self.wide,
            width,
            view: View { style: Style::of_terminal(is_terminal), time: TimeView::new(is_terminal, now) },
            text: RefCell::default(),
        }
    }
}
