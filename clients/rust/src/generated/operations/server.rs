// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `server`.

use serde_json::Value;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{Liveness, NodeList, ProviderList, Readiness};

impl Client {
    /// Checks liveness.
    ///
    /// Returns 200 as long as the process runs. The check does not contact the store, so that an unavailable database
    /// does not get the process killed.
    pub fn check_liveness(&self) -> Call<CheckLiveness> {
        self.call::<CheckLiveness>(&[])
    }

    /// Gets the metrics of this node.
    ///
    /// In the Prometheus text format. Each node reports only its own activity.
    ///
    /// Requires `server`.
    pub fn get_metrics(&self) -> Call<GetMetrics> {
        self.call::<GetMetrics>(&[])
    }

    /// Checks readiness.
    ///
    /// Returns 503 with a `code` if the server cannot work: the code of the store's error, `node_failed` if the node
    /// has failed, `disk_full` if the store is full, `writes_fail` if a small write fails, or `clock_ahead` while
    /// planning is halted because the store's clock jumped forward.
    pub fn check_readiness(&self) -> Call<CheckReadiness> {
        self.call::<CheckReadiness>(&[])
    }

    /// Gets the configuration.
    ///
    /// Returns the effective values, as `refrain config` prints them. Secrets are not included.
    ///
    /// Requires `server`.
    pub fn get_config(&self) -> Call<GetConfig> {
        self.call::<GetConfig>(&[])
    }

    /// Lists live nodes.
    ///
    /// A node is removed from the list 30 seconds after its last heartbeat.
    ///
    /// Requires `server`.
    pub fn list_nodes(&self) -> Call<ListNodes> {
        self.call::<ListNodes>(&[])
    }

    /// Lists the providers of this node.
    ///
    /// Checks the health of each provider. A provider that does not respond within 5 seconds is unhealthy.
    ///
    /// Requires `viewer`.
    pub fn list_providers(&self) -> Call<ListProviders> {
        self.call::<ListProviders>(&[])
    }
}

endpoint! {
    CheckLiveness = "checkLiveness" GET "/healthz";
    media "", repeatable true, keyed false, slow false;
    -> Liveness as json;
}

endpoint! {
    GetMetrics = "getMetrics" GET "/metrics";
    media "", repeatable true, keyed false, slow false;
    -> String as text;
}

endpoint! {
    CheckReadiness = "checkReadiness" GET "/readyz";
    media "", repeatable true, keyed false, slow false;
    -> Readiness as json;
}

endpoint! {
    GetConfig = "getConfig" GET "/v1/config";
    media "", repeatable true, keyed false, slow false;
    -> Value as json;
}

endpoint! {
    ListNodes = "listNodes" GET "/v1/nodes";
    media "", repeatable true, keyed false, slow false;
    -> NodeList as json;
}

endpoint! {
    ListProviders = "listProviders" GET "/v1/providers";
    media "", repeatable true, keyed false, slow false;
    -> ProviderList as json;
}
