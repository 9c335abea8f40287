//! One webhook attempt from start to end: read the settings, resolve secrets, build the request, send it,
//! follow redirects and read the response.

use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Request, Response};
use tokio::sync::Semaphore;
use url::Url;
use zeroize::Zeroizing;

use super::guard::GuardError;
use super::prepared_request::{PreparedRequest, RequestBuilder};
use super::send_error::{self, SendError};
use super::verdict::{self, Answer};
use super::{Webhook, interrupted_outcome};
use crate::delivery::OutgoingAction;
use crate::error::Error;
use crate::model::FailReason;
use crate::model::cut;
use crate::outcome::Outcome;
use crate::secret::{Redactor, ResolvedSecrets};
use crate::store::StoreError;

/// Maximum number of bytes read from a response.
pub const ANSWER_BYTES_MAX: usize = 64 * 1024;
/// Maximum number of bytes of a response kept as an excerpt.
pub const EXCERPT_BYTES_MAX: usize = 4 * 1024;
/// Maximum time to wait for the response body. The status has already arrived, and only the status counts.
const BODY_TIMEOUT: Duration = Duration::from_secs(2);

impl Webhook {
    /// Sends the webhook. Sets `is_sent` as soon as a receiver may have seen the request.
    pub(super) async fn deliver(&self, sending: &OutgoingAction, is_sent: &AtomicBool) -> Outcome {
        let prepared = async {
            let route = self.routes.of(sending.action(), &self.options, &self.guard)?;
            let names = route.request_settings.secrets(sending.action())?;
            let secrets = self.resolve(sending, &names, &route.host).await?;
            let prepared_request =
                RequestBuilder { route: &route, sending, secrets: &secrets.values, now: self.clock.now() }.write()?;
            Ok((secrets, prepared_request))
        };
        let (secrets, prepared_request) = match prepared.await {
            Ok(prepared) => prepared,
            Err(error) => return preparation_failed(&error),
        };
        let hidden =
            ConfidentialValues { headers: self.configured_headers(&prepared_request.confidential_headers), secrets };
        let host = prepared_request.url.host_str().unwrap_or_default().to_owned();
        let per_host = usize::from(self.options.concurrency_per_host);
        let host_slots = self.slots_by_host.get_or_insert_with(&host, || Semaphore::new(per_host));
        // Neither semaphore is ever closed, so both eventually grant a permit.
        let _places = (host_slots.acquire().await, self.slots.acquire().await);
        let bound = BoundSecrets { provider: &sending.action().provider, secrets: &hidden.secrets };
        let (problem, is_seen) = match self.follow(prepared_request, &bound, is_sent).await {
            Ok(response) => return self.answered(&host, response, &hidden).await,
            Err(SendError::GuardError(GuardError(why))) => {
                return Outcome::rejected(hidden.redactor().scrub(&format!("not sent: {why}")));
            }
            Err(SendError::Unreachable(problem)) => (problem, false),
            Err(SendError::CutOff(problem)) => (problem, true),
        };
        let message = hidden.redactor().scrub(&format!("{host}: {problem}"));
        interrupted_outcome(sending, is_seen, FailReason::AttemptsExhausted, message)
    }

    /// Sends the request, and sends it again to the location of each redirect that may be followed.
    async fn follow(
        &self,
        mut prepared_request: PreparedRequest,
        bound: &BoundSecrets<'_>,
        is_sent: &AtomicBool,
    ) -> Result<Response, SendError> {
        // Without redirects, every URL has the original origin.
        let home = (self.options.redirects > 0).then(|| prepared_request.url.origin());
        let mut url = prepared_request.url;
        let mut hops_left = self.options.redirects;
        loop {
            self.guard.check_url(&url, url.as_str())?;
            let is_home = home.as_ref().is_none_or(|home| url.origin() == *home);
            // Clone only what may be sent again.
            let (common_headers, confidential_headers, body) = match hops_left {
                0 => (
                    take(&mut prepared_request.common_headers),
                    take(&mut prepared_request.confidential_headers),
                    take(&mut prepared_request.body),
                ),
                _ => (
                    prepared_request.common_headers.clone(),
                    prepared_request.confidential_headers.clone(),
                    prepared_request.body.clone(),
                ),
            };
            let mut headers = common_headers;
            headers.extend(if is_home { confidential_headers } else { HeaderMap::new() });
            is_sent.store(true, Ordering::Relaxed);
            let mut request = Request::new(prepared_request.method.clone(), url.clone());
            *request.headers_mut() = headers;
            *request.body_mut() = (!body.is_empty()).then(|| body.into());
            let response = self.client.execute(request).await.map_err(send_error::of)?;
            match redirect(&response, &url).filter(|_| hops_left > 0) {
                None => return Ok(response),
                Some(next) if url.scheme() == "https" && next.scheme() != "https" => {
                    return Err(GuardError("a redirect leads from https to an unencrypted URL".to_owned()).into());
                }
                Some(next) => {
                    bound.check(&next)?;
                    url = next;
                }
            }
            hops_left -= 1;
        }
    }

    async fn answered(&self, host: &str, mut response: Response, hidden: &ConfidentialValues) -> Outcome {
        let status = response.status().as_u16();
        let header = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let mut body = Vec::new();
        // A partial body is good enough. Reading it also frees the connection for the next request.
        let is_whole = tokio::time::timeout(BODY_TIMEOUT, read(&mut response, &mut body)).await.unwrap_or(false);
        let is_failure = !response.status().is_success();
        let excerpt = if is_failure { excerpt(&body, is_whole, &hidden.redactor()) } else { String::new() };
        let answer = Answer { host, status, retry_after: header.as_deref(), excerpt: &excerpt };
        verdict::outcome(&answer, self.clock.now())
    }

    /// Returns the headers from the options as they are sent, each with the label that replaces its value in
    /// messages.
    fn configured_headers(&self, sent: &HeaderMap) -> Vec<(String, Zeroizing<String>)> {
        let names = self.options.headers.keys();
        let values = names.filter_map(|name| Some((name, sent.get(name.as_str())?.to_str().ok()?)));
        values.map(|(name, value)| (format!("[header {name}]"), Zeroizing::new(value.to_owned()))).collect()
    }
}

/// Confidential values of a request. Headers set by the operator usually contain credentials.
struct ConfidentialValues {
    secrets: ResolvedSecrets,
    headers: Vec<(String, Zeroizing<String>)>,
}

impl ConfidentialValues {
    fn redactor(&self) -> Redactor {
        let headers = self.headers.iter().flat_map(|(shown, value)| {
            // A receiver may echo only the token of `Bearer TOKEN`.
            let without_scheme = value.split_once(' ').map(|(_, rest)| (rest, shown.as_str()));
            [(value.as_str(), shown.as_str())].into_iter().chain(without_scheme)
        });
        Redactor::new(&self.secrets.values).with_texts(headers)
    }
}

/// Secrets of one request and the provider that sends them.
struct BoundSecrets<'a> {
    provider: &'a str,
    secrets: &'a ResolvedSecrets,
}

impl BoundSecrets<'_> {
    /// Rejects a redirect to a host that one of the secrets may not be sent to.
    fn check(&self, url: &Url) -> Result<(), GuardError> {
        let host = url.host_str().unwrap_or_default();
        self.secrets
            .check_host(self.provider, host)
            .map_err(|error| GuardError(format!("a redirect is not followed: {error}")))
    }
}

/// Returns the beginning of a response body without secrets, on one line: a line break could be mistaken for a
/// log record.
fn excerpt(body: &[u8], is_whole: bool, redactor: &Redactor) -> String {
    let text = String::from_utf8_lossy(body);
    let text = if is_whole { redactor.scrub(&text) } else { redactor.scrub_beginning(&text) };
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    cut(plain.trim(), EXCERPT_BYTES_MAX).to_owned()
}

/// Reads the body up to the limit. Returns whether the body was read completely.
async fn read(response: &mut Response, body: &mut Vec<u8>) -> bool {
    loop {
        match response.chunk().await {
            Ok(None) => return true,
            Ok(Some(chunk)) => {
                let room = ANSWER_BYTES_MAX - body.len();
                body.extend_from_slice(&chunk[..chunk.len().min(room)]);
                if body.len() == ANSWER_BYTES_MAX {
                    return false;
                }
            }
            // The connection was closed early; the status is still valid.
            Err(_) => return false,
        }
    }
}

/// Returns the URL to which the same method and body are sent again. A `303` response does not count.
fn redirect(response: &Response, from: &Url) -> Option<Url> {
    if !matches!(response.status().as_u16(), 301 | 302 | 307 | 308) {
        return None;
    }
    from.join(response.headers().get(LOCATION)?.to_str().ok()?).ok()
}

/// Returns the outcome when the request could not be built. An unavailable store is retried; every other error
/// needs a person to fix it.
fn preparation_failed(error: &Error) -> Outcome {
    match error {
        Error::Store(StoreError::Unavailable(_) | StoreError::Unknown(_)) => {
            Outcome::retryable(format!("the secrets cannot be read: {error}"))
        }
        other => Outcome::rejected(format!("not sent: {other}")),
    }
}
