//! `refrain recurring backfill`.

use clap::Args;
use jiff::tz::TimeZone;
use refrain_client::types::{RecurringBackfillRequest, RecurringBackfillResult};
use serde_json::Value;

use super::place::Place;
use super::table::EXECUTIONS;
use crate::command::moment::Moment;
use crate::command::response;
use crate::output::Format;
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};

/// Run the executions of a past range that do not exist yet; needs the permission `backfill`
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring backfill 01999f3c-2b7e-7000-8000-000000000000 --start '7d ago' --end now
  refrain recurring backfill 01999f3c-2b7e-7000-8000-000000000000 --start 2026-03-01 --end 2026-03-08 --yes")]
pub(super) struct Backfill {
    /// Recurring action ID
    id: String,
    /// Start, inclusive: an instant, a date in UTC, or a distance such as `7d ago`
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    start: Moment,
    /// End, inclusive. Not in the future
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    end: Moment,
    /// Maximum number of executions, from the start. Default: 500. Maximum: 500
    #[arg(short = 'n', long, value_name = "COUNT")]
    limit: Option<u32>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

impl Backfill {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        let now = session.output().view().time.now();
        let (start, end) = (self.start.resolve(&TimeZone::UTC, now)?, self.end.resolve(&TimeZone::UTC, now)?);
        self.confirm.confirm(&format!("Run the missing executions of {} from {start} to {end}?", self.id))?;
        let mut request = RecurringBackfillRequest::new(start, end);
        if let Some(limit) = self.limit {
            request = request.with_limit(limit);
        }
        let client = session.client();
        let call = client.backfill_recurring_action(&self.id, &place.namespace, &place.tenant, request);
        let value = response::value(call).await?;
        let result: RecurringBackfillResult = response::read(&value)?;
        let output = session.output();
        match output.format() {
            Format::Json | Format::Yaml => output.value(&value, |_| String::new()),
            Format::Table | Format::Csv | Format::Name => {
                output.list(value["executions"].as_array().map_or(&[][..], Vec::<Value>::as_slice), &EXECUTIONS)?;
            }
        }
        let RecurringBackfillResult { created, reopened, unchanged, truncated, .. } = result;
        output.line(format!("Planned {} executions; {unchanged} existed already.", created + reopened));
        if truncated {
            output.line("The range has more. Repeat the command with a later start.");
        }
        Ok(())
    }
}
