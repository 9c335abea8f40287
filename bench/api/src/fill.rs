//! Files with many schedules, filled through the store's own operations.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{Action, By, Definition, ScheduleId, ScheduleKey, Source, Status, Tenant};
use refrain::recurrence::{CronRecurrence, Recurrence, Spec};
use refrain::store::sqlite::Sqlite;
use refrain::store::{ChangeStatus, ExpectedVersion, SaveSchedule, Store};
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::BenchOptions;

/// Number of schedules saved concurrently. The store commits them together.
const SAVES_AT_ONCE: usize = 256;
/// One of this many schedules is paused.
pub const PAUSED_OF: usize = 100;
/// Number of teams, each with a label.
pub const TEAMS: usize = 100;
/// One of this many schedules has a rare label.
pub const RARE_OF: usize = 100_000;

/// A SQLite file with a number of schedules.
pub struct FilledStore {
    pub path: PathBuf,
    _folder: Option<TempDir>,
}

impl FilledStore {
    /// Fills a new file, or uses the one that was kept.
    pub async fn with(count: usize, asked: &BenchOptions) -> Result<Self, Box<dyn Error>> {
        let folder = if asked.keep.is_some() { None } else { Some(tempfile::tempdir()?) };
        let within = asked.keep.as_deref().or(folder.as_ref().map(TempDir::path)).unwrap_or(Path::new("."));
        let path = within.join(format!("{count}.db"));
        let done = within.join(format!("{count}.done"));
        if !done.exists() {
            fill(&path, count).await?;
            std::fs::write(done, "")?;
        }
        Ok(Self { path, _folder: folder })
    }

    /// Returns the value for `refrain serve --store`.
    pub fn store(&self) -> String {
        format!("sqlite:{}", self.path.display())
    }
}

/// Returns the ID of a schedule. IDs sort by number.
pub fn id(number: usize) -> String {
    format!("schedule-{number:07}")
}

async fn fill(path: &Path, count: usize) -> Result<(), Box<dyn Error>> {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(path).await?);
    let now = store.now().await?;
    let mut tasks = JoinSet::new();
    for number in 0..count {
        if tasks.len() >= SAVES_AT_ONCE
            && let Some(saved) = tasks.join_next().await
        {
            saved??;
        }
        let (store, save) = (Arc::clone(&store), schedule(number, now)?);
        tasks.spawn(async move { save_one(&*store, save, number, now).await });
    }
    while let Some(saved) = tasks.join_next().await {
        saved??;
    }
    Ok(())
}

async fn save_one(
    store: &dyn Store,
    save: SaveSchedule,
    number: usize,
    now: Timestamp,
) -> Result<(), refrain::store::StoreError> {
    let key = save.key.clone();
    store.save(save, now).await?;
    if number.is_multiple_of(PAUSED_OF) {
        let pause = ChangeStatus {
            key,
            expect: ExpectedVersion::Any,
            to: Status::Paused,
            text: None,
            until: None,
            resume: None,
            by: By::new("bench"),
        };
        store.change_status(pause, now).await?;
    }
    Ok(())
}

fn schedule(number: usize, now: Timestamp) -> Result<SaveSchedule, Box<dyn Error>> {
    let rule =
        CronRecurrence { expression: format!("{} {} * * *", number % 60, number % 24), ..CronRecurrence::default() };
    let mut action = Action::new("log", json!({"report": "weekly", "customer": number}));
    action.kind = "mail".to_owned();
    let mut definition = Definition::new(Spec::new(Recurrence::Cron(rule), "Europe/Berlin"), action);
    let labels =
        [("team".to_owned(), format!("team-{}", number % TEAMS)), ("tier".to_owned(), (number % 3).to_string())];
    definition.labels.extend(labels);
    if number.is_multiple_of(RARE_OF) {
        definition.labels.insert("rare".to_owned(), "yes".to_owned());
    }
    Ok(SaveSchedule {
        key: ScheduleKey { tenant: Tenant::new("default", "default")?, id: ScheduleId::new(&id(number))? },
        expect: ExpectedVersion::New,
        definition,
        status: Status::Active,
        source: Source::Api,
        // No schedule may run while the API is measured.
        next_due_at: Some(now + SignedDuration::from_hours(24 * 365)),
        watermark: now,
        replan: None,
        schedules_max: None,
        touch: false,
        by: By::new("bench"),
    })
}
