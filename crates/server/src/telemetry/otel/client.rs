//! Requests to a collector. They are made in the server's runtime, whichever thread asks for them.

use std::time::Duration;

use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use refrain::error::Error;
use tokio::runtime::Handle;

/// No answer of a collector is longer, in bytes.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// Sends over a pool of connections.
#[derive(Debug)]
pub(super) struct Client {
    http: reqwest::Client,
    runtime: Handle,
}

impl Client {
    pub(super) fn new(timeout: Duration) -> Result<Self, Error> {
        // The process may have one already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let made = reqwest::Client::builder().timeout(timeout).redirect(reqwest::redirect::Policy::none()).build();
        let http = made.map_err(|error| Error::invalid("bad_telemetry", format!("no client can be made: {error}")))?;
        Ok(Self { http, runtime: Handle::current() })
    }
}

#[async_trait::async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let http = self.http.clone();
        // The thread that asks has no runtime of its own.
        self.runtime.spawn(send(http, request)).await?
    }
}

async fn send(http: reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let request: reqwest::Request = request.try_into()?;
    let mut response = http.execute(request).await?;
    let (status, headers) = (response.status(), response.headers().clone());
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(format!("the collector's answer is longer than {ANSWER_BYTES_MAX} bytes").into());
        }
        body.extend_from_slice(&chunk);
    }
    let mut answer = Response::new(Bytes::from(body));
    *answer.status_mut() = status;
    *answer.headers_mut() = headers;
    Ok(answer)
}
