//! `refrain describe`: describes a recurrence in one English sentence.

use clap::Args;
use refrain_recurrence::ClockStyle;
use serde::Serialize;

use crate::cli::Format;
use crate::cli::definition::Definition;
use crate::cli::output::Report;
use crate::clock;
use crate::input::problem::Problem;

/// Describe a recurrence in one sentence
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain describe '0 9 * * MON-FRI' --tz America/New_York
  refrain describe '0 0 18 ? * 6L' --dialect quartz --12h
  refrain describe --json '{\"kind\": \"calendar\", \"frequency\": \"quarterly\"}' --tz Europe/Paris")]
pub(crate) struct Describe {
    #[command(flatten)]
    definition: Definition,
    /// Print times as 5:30 PM instead of 17:30
    #[arg(long = "12h")]
    twelve: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Serialize)]
struct DescribeReport {
    description: String,
}

impl Describe {
    pub(crate) fn run(&self) -> Result<Report, Problem> {
        let draft = self.definition.read()?;
        let style = if self.twelve { ClockStyle::Twelve } else { ClockStyle::TwentyFour };
        let description = draft.compile(clock::now())?.describe_in(style);
        match self.format {
            Format::Table => Ok(Report::new(description + "\n")),
            Format::Json => Ok(Report::json(&DescribeReport { description })),
        }
    }
}
