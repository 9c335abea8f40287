//! Checks that the OpenAPI document is accurate: a tool that knows only the document sends valid and invalid
//! requests to every operation and compares the responses with it.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use refrain_server::http::app::ApiOptions;
use refrain_server::http::limits::{Limits, LimitsByMode};
use serde_json::json;
use tokio::process::Command;

use crate::world::World;

/// Number of requests per operation, in addition to those that cover its parameters.
const EXAMPLES: &str = "50";
/// Seed of the requests. Set `REFRAIN_SEED` to use another one.
const SEED: &str = "7433";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_openapi_document_is_accurate() {
    let tenant_limits = LimitsByMode { open: Limits::none(), keys: Limits::none() };
    let world = World::with(ApiOptions { tenant_limits, ..ApiOptions::default() }).await;
    let first = json!({ "role": "admin", "reach": "all", "permissions": ["backfill", "fire", "command", "secrets"] });
    let key = world.post("/v1/keys", &first).await.is(201)["key"].as_str().unwrap().to_owned();
    let seed = std::env::var("REFRAIN_SEED").unwrap_or_else(|_| SEED.to_owned());
    let settings = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http/schemathesis.toml");
    let asked = Command::new(schemathesis_path())
        .arg("--config-file")
        .arg(settings)
        .arg("run")
        .arg(format!("{}/v1/openapi.json", world.base()))
        .args(["--checks", "all", "--max-examples", EXAMPLES, "--seed", &seed, "--no-color"])
        .arg("-H")
        .arg(format!("Authorization: Bearer {key}"))
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    let reported = String::from_utf8_lossy(&asked.stdout);
    assert!(asked.status.success(), "{reported}\n{}", String::from_utf8_lossy(&asked.stderr));
    world.stop().await;
}

/// Returns the path of the tool, which is installed next to the Python that `.ci/services` provides.
fn schemathesis_path() -> PathBuf {
    let python =
        std::env::var("REFRAIN_TEST_PYTHON").expect("`.ci/services` must provide a Python with the packages for tests");
    Path::new(&python).with_file_name("schemathesis")
}
