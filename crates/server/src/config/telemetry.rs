//! `[telemetry]`: export of traces.

use std::collections::BTreeMap;

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use url::Url;

use super::checker::Checker;
use super::credential::Credential;

/// Settings for the export of traces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Telemetry {
    /// Complete URL of an OTLP/HTTP collector: `http://localhost:4318/v1/traces`. Default: traces are not exported.
    pub endpoint: Option<String>,
    /// Headers of every request to the collector, such as a token.
    pub headers: BTreeMap<String, Credential>,
    /// Service name of this server. Default: `refrain`.
    pub service_name: String,
    /// Percentage of occurrences whose traces are exported. Default: 100.
    pub sample_percent: u8,
    /// Maximum time between two exports. Default: 5 seconds.
    pub export_every: Length,
    /// Timeout of a request to the collector. Default: 10 seconds.
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
            let detail = "`telemetry.endpoint` is not the URL of a collector".to_owned();
            checker.refuse(
                "telemetry.endpoint",
                "bad_value",
                detail,
                Some("for example http://localhost:4318/v1/traces"),
            );
        }
    }
}
