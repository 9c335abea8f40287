//! Middleware that every request passes before its handler: assigns the request ID, identifies the caller,
//! checks the caller's rights and determines the tenant.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use refrain::model::Tenant;

use super::access::{self, Effect};
use super::app::App;
use super::caller::{Caller, foreign_tenant};
use super::limits::Allowance;
use super::payload_filter;
use super::problem::{Code, Problem};
use super::problem_code::ProblemCode;
use super::query::pairs;
use super::request_id::{self, REQUEST_ID};
use crate::auth::{Identity, Reach, check_site};

/// Header that names the tenant of a request, as `namespace/tenant` or `tenant`.
pub(crate) const TENANT: HeaderName = HeaderName::from_static("x-refrain-tenant");
/// Minimum time limit of operations that wait by design, for work or for a receiver.
const WAITING_TIMEOUT: Duration = Duration::from_secs(60);
const WAITING_PATHS: [&str; 2] = ["/v1/work-items/claim", "/v1/dispatch"];

/// Passes a request on, or returns the reason for rejecting it.
pub(crate) async fn handle(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut asked = RequestInfo::of(&request);
    let allow = allowed(&request);
    let admitted = admit(&app, request, &mut asked).await;
    let mut caller = None;
    let mut response = match admitted {
        Ok(admitted) => {
            caller = admitted.extensions().get::<Caller>().cloned();
            let within = answered_within(&app, &asked.path);
            let answer = tokio::time::timeout(within, next.run(admitted)).await;
            answer.unwrap_or_else(|_| too_slow(within).for_path(&asked.path).into_response())
        }
        Err(problem) => problem.for_path(&asked.path).into_response(),
    };
    asked.log_if_denied(&response);
    // For the log record of the request.
    if let Some(caller) = caller {
        response = payload_filter::hide(response, &caller).await;
        response.extensions_mut().insert(caller);
    }
    let headers = response.headers_mut();
    if let Ok(name) = HeaderValue::from_str(&asked.request_id) {
        headers.insert(REQUEST_ID, name);
    }
    if let Some(allowance) = &asked.allowance {
        allowance.set_headers(headers);
    }
    if let Some(allow) = allow {
        headers.insert(header::ALLOW, allow);
    }
    response
}

/// Facts about a request that its handler does not need.
struct RequestInfo {
    request_id: String,
    method: Method,
    /// The route, not the actual path: a path or a query may contain secrets.
    path: String,
    peer: Option<SocketAddr>,
    actor: Option<String>,
    allowance: Option<Allowance>,
}

impl RequestInfo {
    fn of(request: &Request) -> Self {
        Self {
            request_id: request_id::of(request.headers()),
            method: request.method().clone(),
            path: request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned()).unwrap_or_default(),
            peer: request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer),
            actor: None,
            allowance: None,
        }
    }

    /// Logs denied requests, without the credential.
    fn log_if_denied(&self, response: &Response) {
        let denied = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::MISDIRECTED_REQUEST];
        if !denied.contains(&response.status()) {
            return;
        }
        let code = response.extensions().get::<Code>().map_or("", |Code(code)| code.as_str());
        tracing::warn!(
            name: "auth.denied",
            event = "auth.denied",
            code,
            status = response.status().as_u16(),
            method = %self.method,
            path = self.path,
            actor = self.actor,
            peer = self.peer.map(tracing::field::display),
            request_id = self.request_id,
            "request denied",
        );
    }
}

/// Returns the methods that the path supports, for a request with another method.
fn allowed(request: &Request) -> Option<HeaderValue> {
    let path = request.extensions().get::<MatchedPath>()?.as_str();
    if access::find(request.method(), path).is_some() {
        return None;
    }
    HeaderValue::from_str(&access::methods(path).join(", ")).ok()
}

async fn admit(app: &App, request: Request, asked: &mut RequestInfo) -> Result<Request, Problem> {
    let effects = effects(&request)?;
    let (mut parts, body) = request.into_parts();
    check_site(&parts)?;
    if effects.contains(&Effect::Public) {
        return Ok(Request::from_parts(parts, body));
    }
    let identity = app.authority().identify(&parts).await?.ok_or_else(unauthenticated)?;
    asked.actor = Some(identity.actor.clone());
    let limits = app.limits_by_mode().of(identity.mode);
    match app.rates().take(&identity, &parts.method, limits, app.refrain().now()) {
        Ok(allowance) => asked.allowance = allowance,
        Err(refused) => {
            let (problem, allowance) = *refused;
            asked.allowance = Some(allowance);
            return Err(problem);
        }
    }
    if let Some(missing) = effects.iter().find(|effect| !effect.admits(&identity)) {
        return Err(forbidden(*missing));
    }
    let tenant = tenant_of(&identity, requested_tenant(&parts)?)?;
    parts.extensions.insert(Caller { identity, tenant, request_id: asked.request_id.clone() });
    Ok(Request::from_parts(parts, body))
}

/// Returns the effects of the requested operation.
fn effects(request: &Request) -> Result<&'static [Effect], Problem> {
    let (method, shown) = (request.method(), request.uri().path());
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    access::find(method, path).map(|row| row.effects).ok_or_else(|| match access::methods(path).as_slice() {
        [] => Problem::not_found(format!("path {shown} does not exist")),
        methods => {
            let hint = format!("supported methods: {}", methods.join(", "));
            Problem::new(ProblemCode::WrongMethod, format!("{shown} does not support {method}")).with_hint(hint)
        }
    })
}

/// Returns the tenant that a request names: in its header, or as `namespace` and `tenant` in its query.
fn requested_tenant(parts: &axum::http::request::Parts) -> Result<Option<Tenant>, Problem> {
    if let Some(given) = parts.headers.get(TENANT) {
        let text =
            given.to_str().map_err(|_| Problem::new(ProblemCode::BadName, "x-refrain-tenant is not valid text"))?;
        let (namespace, name) = text.split_once('/').unwrap_or(("default", text));
        return Ok(Some(named(namespace, name)?));
    }
    let query = pairs(parts.uri.query().unwrap_or_default())?;
    let find = |wanted: &str| query.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    match (find("namespace"), find("tenant")) {
        (None, None) => Ok(None),
        (namespace, tenant) => Ok(Some(named(namespace.unwrap_or("default"), tenant.unwrap_or("default"))?)),
    }
}

fn named(namespace: &str, tenant: &str) -> Result<Tenant, Problem> {
    Tenant::new(namespace, tenant).map_err(|error| Problem::new(ProblemCode::BadName, error.to_string()))
}

fn tenant_of(identity: &Identity, asked: Option<Tenant>) -> Result<Tenant, Problem> {
    match (&identity.reach, asked) {
        (Reach::One(own), None) => Ok(own.clone()),
        (Reach::One(own), Some(asked)) if *own == asked => Ok(asked),
        (Reach::One(_), Some(asked)) => Err(foreign_tenant(&asked)),
        (Reach::All, Some(asked)) => Ok(asked),
        (Reach::All, None) => named("default", "default"),
    }
}

pub(super) fn unauthenticated() -> Problem {
    Problem::new(ProblemCode::Unauthenticated, "this operation needs an API key")
        .with_hint("send the header `Authorization: Bearer KEY`")
}

fn forbidden(effect: Effect) -> Problem {
    let detail = format!("This operation needs `{}`, which the key does not have.", effect.as_str());
    Problem::new(ProblemCode::Forbidden, detail)
}

fn answered_within(app: &App, path: &str) -> Duration {
    let within = app.limits().answered_within;
    if WAITING_PATHS.contains(&path) { within.max(WAITING_TIMEOUT) } else { within }
}

fn too_slow(within: Duration) -> Problem {
    let detail = format!("the request took longer than {} seconds", within.as_secs());
    Problem::new(ProblemCode::TooSlow, detail).retry_after(1)
}
