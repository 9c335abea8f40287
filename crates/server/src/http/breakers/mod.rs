//! Circuit breakers over HTTP: which receivers are spared because they do not answer, and opening and closing that by hand.

mod change;
mod read;
mod view;

use refrain::dispatch::BreakerKey;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::caller::Caller;
use super::problem::Problem;

/// No provider has a longer name, in bytes.
const PROVIDER_BYTES_MAX: usize = 128;
/// No receiver has a longer name, in bytes.
const RECEIVER_BYTES_MAX: usize = 1_024;

/// All operations on breakers.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read::one)).routes(routes!(change::trip)).routes(routes!(change::reset))
}

/// The breaker between a provider and a receiver. Another node may have a provider that this one has not.
fn key(caller: &Caller, provider: String, receiver: Option<String>) -> Result<BreakerKey, Problem> {
    if provider.trim().is_empty() || provider.contains('\0') || provider.len() > PROVIDER_BYTES_MAX {
        let shown: String = provider.chars().take(80).collect();
        let detail = format!("{shown:?} is no name of a provider");
        return Err(Problem::bad_request("bad_name", detail)
            .at_path("provider")
            .with_hint("GET /v1/providers has some"));
    }
    let receiver = receiver.unwrap_or_default();
    if receiver.len() > RECEIVER_BYTES_MAX {
        let detail = format!("the receiver has {} bytes; no name is longer than {RECEIVER_BYTES_MAX}", receiver.len());
        return Err(Problem::bad_request("too_long", detail).at_path("receiver"));
    }
    Ok(BreakerKey { tenant: caller.tenant.clone(), provider, receiver })
}
