//! `refrain hold create`.

use clap::{ArgGroup, Args};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Unit};
use refrain_client::types::{Hold as HoldBody, HoldSelector};

use super::{Hold, Kind as _};
use crate::command::moment::Moment;
use crate::command::response;
use crate::command::values::label;
use crate::exit::{Exit, Failure};
use crate::session::{Outcome, Session};

/// Create a hold: schedules that it covers skip their occurrences
#[derive(Args, Debug)]
#[command(
    group(ArgGroup::new("covered").args(["labels", "schedules", "all"]).multiple(true).required(true)),
    after_help = "Examples:
  refrain hold create month-end --label team=billing --until 2h --note 'books are closed'
  refrain hold create case-4711 --schedule digest --code legal
  refrain hold create freeze --all --from 2026-12-24T00:00:00Z --until 2026-12-27T00:00:00Z"
)]
pub(super) struct Create {
    /// Name of the hold
    name: String,
    /// Hold schedules with this label; repeatable
    ///
    /// The schedules must have all of the labels.
    #[arg(short = 'l', long = "label", value_name = "NAME=VALUE", value_parser = label)]
    labels: Vec<(String, String)>,
    /// Hold this schedule. Repeatable
    #[arg(long = "schedule", value_name = "ID")]
    schedules: Vec<String>,
    /// Hold all schedules of the tenant
    #[arg(long, conflicts_with_all = ["labels", "schedules"])]
    all: bool,
    /// Code of the skipped occurrences
    #[arg(long, value_name = "CODE", default_value = "manual")]
    code: String,
    /// Reason for people
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Start: an instant, or such as 30m. Default: now
    ///
    /// A length of time is a distance from now.
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    from: Option<Moment>,
    /// End: an instant, or such as 2h. Default: never
    ///
    /// A length of time is a distance from now.
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    until: Option<Moment>,
}

impl Create {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let now = session.output().view().time.now();
        // A hold belongs to no schedule, so it has no time zone of its own.
        let at = |moment: Option<Moment>| {
            let at = moment.map(|moment| moment.resolve(&TimeZone::UTC, now)).transpose()?;
            // A distance from now has no meaning below a second.
            Ok::<_, Failure>(at.map(|at| at.round(Unit::Second).unwrap_or(at)))
        };
        let (from, until) = (at(self.from)?, at(self.until)?);
        let call = session.client().put_hold(&self.name, self.body(from, until)).create_only();
        let value = response::value(call).await.map_err(|failure| self.explain(failure))?;
        if session.output().is_for_people() {
            let until = until.map(|until| format!(" until {until}")).unwrap_or_default();
            session.output().line(format!("Created hold {}{until}.", self.name));
            return Ok(());
        }
        session.output().one(&value, &Hold::CONTROL.table, |_, _| String::new())
    }

    fn explain(&self, failure: Failure) -> Failure {
        if failure.exit() != Exit::Conflict {
            return failure;
        }
        Failure::new(Exit::Conflict, format!("hold {} exists already", self.name))
            .with_hint("choose another name, or change it with `refrain hold apply`")
    }

    fn body(&self, from: Option<Timestamp>, until: Option<Timestamp>) -> HoldBody {
        let mut selector = HoldSelector::default();
        if !self.labels.is_empty() {
            selector = selector.with_labels(self.labels.iter().cloned());
        }
        if !self.schedules.is_empty() {
            selector = selector.with_schedules(self.schedules.iter().cloned());
        }
        let mut hold = HoldBody::new(&self.code).with_selects(selector);
        if let Some(note) = &self.note {
            hold = hold.with_note(note);
        }
        if let Some(from) = from {
            hold = hold.with_from(from);
        }
        if let Some(until) = until {
            hold = hold.with_until(until);
        }
        hold
    }
}
