//! Circuit breakers over HTTP: shows which receivers are not called because they keep failing, and opens and
//! closes breakers on request.

mod change;
mod read;
mod view;

use refrain::dispatch::BreakerKey;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::caller::Caller;
use super::problem::Problem;
use super::problem_code::ProblemCode;

/// Maximum length of a provider name, in bytes.
const PROVIDER_BYTES_MAX: usize = 128;
/// Maximum length of a receiver, in bytes.
const RECEIVER_BYTES_MAX: usize = 1_024;

/// Returns the operations on circuit breakers.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read::one)).routes(routes!(change::trip)).routes(routes!(change::reset))
}

/// Returns the key of the breaker between a provider and a receiver. The provider need not exist on this
/// node: another node may have it.
fn key(caller: &Caller, provider: String, receiver: Option<String>) -> Result<BreakerKey, Problem> {
    if provider.trim().is_empty() || provider.contains('\0') || provider.len() > PROVIDER_BYTES_MAX {
        let shown: String = provider.chars().take(80).collect();
        let detail = format!("{shown:?} is not a valid provider name");
        return Err(Problem::new(ProblemCode::BadName, detail)
            .at_path("provider")
            .with_hint("GET /v1/providers lists the providers of this node"));
    }
    let receiver = receiver.unwrap_or_default();
    if receiver.len() > RECEIVER_BYTES_MAX {
        let detail = format!("the receiver has {} bytes; the maximum is {RECEIVER_BYTES_MAX}", receiver.len());
        return Err(Problem::new(ProblemCode::TooLong, detail).at_path("receiver"));
    }
    Ok(BreakerKey { tenant: caller.tenant.clone(), provider, receiver })
}
