//! Saves a schedule together with whether it runs: `enabled: false` creates it paused, or pauses it with the edit.

use refrain::Error;
use refrain::control::{Control, ResumeFrom, Rights, SaveScheduleRequest};
use refrain::model::{Schedule, Status};
use refrain::store::ExpectedVersion;
use serde_json::{Map, Value};

use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Field that says whether the schedule runs. It belongs to the request and is not part of the definition.
const ENABLED: &str = "enabled";

/// Removes from a body whether the schedule runs. `None` leaves it as it is.
pub(crate) fn take_enabled(body: &mut Map<String, Value>) -> Result<Option<bool>, Problem> {
    match body.remove(ENABLED) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(enabled)) => Ok(Some(enabled)),
        Some(other) => {
            let detail = format!("{ENABLED} is {other}; it must be true or false");
            Err(Problem::new(ProblemCode::BadBody, detail).at_path(ENABLED))
        }
    }
}

/// Saves a schedule. With `Some(false)` it is paused in the same step; with `Some(true)`, a paused one is resumed from
/// now on.
pub(crate) async fn save(
    control: &Control<Rights>,
    save: SaveScheduleRequest,
    enabled: Option<bool>,
) -> Result<Schedule, Error> {
    let by = save.by.clone();
    let saved = match enabled {
        Some(false) => control.save_paused(save).await?,
        Some(true) | None => control.save(save).await?,
    };
    if enabled == Some(true) && saved.status == Status::Paused {
        let expect = ExpectedVersion::Exactly(saved.revision.0);
        return control.resume(&saved.key, expect, ResumeFrom::Now, by).await;
    }
    Ok(saved)
}
