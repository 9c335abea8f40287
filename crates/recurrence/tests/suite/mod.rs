//! Reads and runs suites, with one file per format of suite.

mod cron;
mod evertask;
mod rrule;
mod temporal;

use std::path::{Path, PathBuf};

use serde_json::Value;

/// One suite file.
pub(crate) struct Suite {
    name: String,
    vectors: Vec<Value>,
}

/// Result of a suite.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) ran: usize,
    pub(crate) skipped: usize,
    pub(crate) wrong: Vec<String>,
}

/// Returns the folder of the suites, if it is configured.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("REFRAIN_VECTORS").map(PathBuf::from)
}

impl Suite {
    pub(crate) fn read(folder: &Path, name: &str) -> Self {
        let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("the suite can be read");
        let mut file: Value = serde_json::from_str(&text).expect("the suite is JSON");
        let Value::Array(vectors) = file["vectors"].take() else { panic!("{name} has no vectors") };
        Self { name: name.to_owned(), vectors }
    }

    pub(crate) fn run(&self) -> Report {
        let mut report = Report::default();
        for vector in &self.vectors {
            let outcome = if vector["impl_specific"] == true || vector["rfc5545"] == false {
                Outcome::DoesNotApply
            } else {
                match self.name.as_str() {
                    "dateutil_rrule" => rrule::check(vector),
                    "temporal" => temporal::check(vector),
                    "evertask" => evertask::check(vector),
                    dialect => cron::check(dialect, vector),
                }
            };
            match outcome {
                Outcome::Holds => report.ran += 1,
                Outcome::DoesNotApply => report.skipped += 1,
                Outcome::Differs(how) => {
                    report.ran += 1;
                    report.wrong.push(format!("{} {}: {how}\n    {vector}", vector["id"], vector["expr"]));
                }
            }
        }
        report
    }
}

/// Result of one vector.
pub(crate) enum Outcome {
    Holds,
    DoesNotApply,
    Differs(String),
}

impl Outcome {
    pub(crate) fn of(holds: bool, how: impl FnOnce() -> String) -> Self {
        if holds { Self::Holds } else { Self::Differs(how()) }
    }
}

/// Returns the instants of a list, or nothing if the vector has none.
pub(crate) fn instants(list: &Value) -> Vec<jiff::Timestamp> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().map(instant).collect()
}

pub(crate) fn instant(text: &Value) -> jiff::Timestamp {
    text.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{text} is not an instant"))
}
