//! `[telemetry]`: where traces are sent.

use std::collections::BTreeMap;

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use url::Url;

use super::check::Checker;
use super::credential::Credential;

/// Where traces are sent, and which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Telemetry {
    /// Where a collector takes spans over OTLP and HTTP, whole: `http://localhost:4318/v1/traces`. Without it nothing is sent.
    pub endpoint: Option<String>,
    /// What goes with every request to it, such as a token.
    pub headers: BTreeMap<String, Credential>,
    /// What the server is called there; `refrain` when absent.
    pub service_name: String,
    /// Of how many occurrences in a hundred traces are sent; 100 when absent.
    pub sample_percent: u8,
    /// Spans are sent at least so often; 5 seconds when absent.
    pub export_every: Length,
    /// How long a request to the collector may take; 10 seconds when absent.
    pub timeout: Length,
}

impl Default for Telemetry {
    fn default() -> Self {
        Self {
            endpoint: None,
            headers: BTreeMap::new(),
            service_name: "refrain".to_owned(),
            sample_percent: 100,
            export_every: Length::from_seconds(5),
            timeout: Length::from_seconds(10),
        }
    }
}

impl Telemetry {
    pub(super) fn check(&self, checker: &mut Checker<'_>) {
        checker.between("telemetry.sample_percent", usize::from(self.sample_percent), 0, 100);
        checker.at_least_a_second("telemetry.export_every", self.export_every);
        checker.at_least_a_second("telemetry.timeout", self.timeout);
        let Some(endpoint) = &self.endpoint else { return };
        if !cfg!(feature = "otel") {
            let detail = "`telemetry.endpoint` needs the cargo feature `otel`, which this program was built without";
            checker.refuse("telemetry.endpoint", "missing_feature", detail.to_owned(), None);
        }
        let is_web = Url::parse(endpoint).is_ok_and(|url| ["http", "https"].contains(&url.scheme()) && url.has_host());
        if !is_web {
            let detail = "`telemetry.endpoint` is no address of a collector".to_owned();
            checker.refuse("telemetry.endpoint", "bad_value", detail, Some("such as http://localhost:4318/v1/traces"));
        }
    }
}
