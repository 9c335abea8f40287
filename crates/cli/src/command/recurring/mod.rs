//! Commands on recurring actions: the dialect `/v1/recurring` of the API.

mod backfill;
mod body;
mod create;
mod delete;
mod get;
mod history;
mod list;
mod place;
mod status;
mod table;
mod trigger;
mod update;

use clap::{Args, Subcommand};

use self::place::Place;
use crate::session::{Outcome, Session, SessionArgs};

/// Create, list, change and run recurring actions of /v1/recurring
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring create --cron '0 9 * * MON-FRI' --provider queue --action-type send_digest
  refrain recurring list --label team=engineering
  refrain recurring pause 01999f3c-2b7e-7000-8000-000000000000
  refrain recurring history 01999f3c-2b7e-7000-8000-000000000000

A recurring action is a schedule: `refrain schedule` shows it, too.")]
pub struct RecurringCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    #[command(visible_alias = "ls")]
    List(list::List),
    Get(get::Get),
    Create(create::Create),
    Update(update::Update),
    #[command(visible_alias = "rm")]
    Delete(delete::Delete),
    Pause(status::Pause),
    Resume(status::Resume),
    Trigger(trigger::Trigger),
    Backfill(backfill::Backfill),
    History(history::History),
}

impl RecurringCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let place = &Place::find(session, &self.session.connection).await?;
        match &self.verb {
            Verb::List(verb) => verb.run(session, place).await,
            Verb::Get(verb) => verb.run(session, place).await,
            Verb::Create(verb) => verb.run(session, place).await,
            Verb::Update(verb) => verb.run(session, place).await,
            Verb::Delete(verb) => verb.run(session, place).await,
            Verb::Pause(verb) => verb.run(session, place).await,
            Verb::Resume(verb) => verb.run(session, place).await,
            Verb::Trigger(verb) => verb.run(session).await,
            Verb::Backfill(verb) => verb.run(session, place).await,
            Verb::History(verb) => verb.run(session, place).await,
        }
    }
}
