//! Sends a request and reads its response, with retries.

use std::time::Duration;

use reqwest::header::{HeaderValue, RETRY_AFTER};
use reqwest::{RequestBuilder, Url};

use crate::error::ClientError;
use crate::request::Request;
use crate::response::{REQUEST_ID, Received};
use crate::retry::{self, RetryPolicy};

/// Minimum timeout of operations that wait by design. The server takes at most 60 seconds for them.
const SLOW_TIMEOUT: Duration = Duration::from_secs(65);
const KEY: &str = "Idempotency-Key";
const TENANT: &str = "X-Refrain-Tenant";

/// The connections to a server, and what all requests to it have in common.
pub(crate) struct Transport {
    pub(crate) base: String,
    pub(crate) key: Option<String>,
    pub(crate) http: reqwest::Client,
    pub(crate) retries: RetryPolicy,
}

/// Options of a request that are not those of its operation.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) timeout: Duration,
    pub(crate) tenant: Option<String>,
    pub(crate) request_id: Option<String>,
}

impl Transport {
    /// Sends a request, repeatedly if it fails for a moment, and reads its response.
    pub(crate) async fn send(&self, mut request: Request, options: &Options) -> Result<Received, ClientError> {
        self.complete(&mut request, options);
        let mut attempt = 1;
        loop {
            let error = match self.attempt(&request, options).await {
                Ok(received) => return Ok(received),
                Err(error) => error,
            };
            let part = retry::random_part();
            let Some(wait) = self.retries.wait(attempt, &error, request.is_repeatable, part) else {
                return Err(error);
            };
            tokio::time::sleep(wait).await;
            attempt += 1;
        }
    }

    /// Sends a request once. The response is returned as soon as its head has arrived.
    pub(crate) async fn open(&self, mut request: Request, options: &Options) -> Result<reqwest::Response, ClientError> {
        self.complete(&mut request, options);
        let sent = self.prepare(&request)?.send();
        let response = tokio::time::timeout(options.timeout, sent).await.map_err(|_| ClientError::silent())?;
        accepted(response.map_err(ClientError::unanswered)?).await
    }

    /// Adds what all requests of this client have. A generated idempotency key makes every attempt the same request.
    fn complete(&self, request: &mut Request, options: &Options) {
        if request.takes_key && self.retries.attempts_max > 1 && !request.headers.contains_key(KEY) {
            let key = format!("{:016x}{:016x}", retry::random(), retry::random());
            request.set_header(KEY, &key);
        }
        request.is_repeatable |= request.headers.contains_key(KEY);
        let named = [(TENANT, &options.tenant), (REQUEST_ID, &options.request_id)];
        for (name, value) in named {
            if let Some(value) = value {
                request.set_header(name, value);
            }
        }
    }

    async fn attempt(&self, request: &Request, options: &Options) -> Result<Received, ClientError> {
        let timeout = if request.is_slow { options.timeout.max(SLOW_TIMEOUT) } else { options.timeout };
        let response = self.prepare(request)?.timeout(timeout).send().await.map_err(ClientError::unanswered)?;
        let mut response = accepted(response).await?;
        let (status, headers) = (response.status().as_u16(), std::mem::take(response.headers_mut()));
        let body = response.bytes().await.map_err(ClientError::unanswered)?.to_vec();
        Ok(Received { status, headers, body })
    }

    fn prepare(&self, request: &Request) -> Result<RequestBuilder, ClientError> {
        let mut url = Url::parse(&format!("{}{}", self.base, request.path))
            .map_err(|error| ClientError::invalid(format!("path {:?} is invalid: {error}", request.path)))?;
        if !request.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&request.query);
        }
        let mut builder = self.http.request(request.method.clone(), url);
        if let Some(key) = &self.key {
            let mut value = HeaderValue::try_from(format!("Bearer {key}"))
                .map_err(|_| ClientError::invalid("the key has characters that a header cannot have"))?;
            value.set_sensitive(true);
            builder = builder.header(reqwest::header::AUTHORIZATION, value);
        }
        let body = request.body()?;
        builder = builder.headers(request.headers.clone());
        Ok(match body {
            Some(body) => builder.body(body),
            None => builder,
        })
    }
}

/// Returns a response that is a success, a redirection, or `304 Not Modified`. Anything else is an error.
async fn accepted(response: reqwest::Response) -> Result<reqwest::Response, ClientError> {
    let status = response.status();
    if status.is_success() || status.is_redirection() {
        return Ok(response);
    }
    let text = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let request_id = text(REQUEST_ID);
    let retry_after = text(RETRY_AFTER.as_str()).and_then(|text| text.parse().ok()).map(Duration::from_secs);
    // The status says enough if the body is cut off.
    let body = response.bytes().await.unwrap_or_default();
    Err(ClientError::refused(status.as_u16(), &body, request_id, retry_after))
}
