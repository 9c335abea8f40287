//! HTTP client for the collector. Requests run in the server's runtime, whichever thread starts them.

use std::time::Duration;

use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use refrain::{Error, ErrorCode};
use tokio::runtime::Handle;

/// Maximum length of a collector's response, in bytes.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// A client with a connection pool.
#[derive(Debug)]
pub(super) struct Client {
    http: reqwest::Client,
    runtime: Handle,
}

impl Client {
    pub(super) fn new(timeout: Duration) -> Result<Self, Error> {
        // The process may already have a default provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let made = reqwest::Client::builder().timeout(timeout).redirect(reqwest::redirect::Policy::none()).build();
        let http = made.map_err(|error| {
            Error::invalid(ErrorCode::BadTelemetry, format!("cannot create an HTTP client: {error}"))
        })?;
        Ok(Self { http, runtime: Handle::current() })
    }
}

#[async_trait::async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let http = self.http.clone();
        // The calling thread has no runtime.
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
            return Err(format!("the collector's response is longer than {ANSWER_BYTES_MAX} bytes").into());
        }
        body.extend_from_slice(&chunk);
    }
    let mut answer = Response::new(Bytes::from(body));
    *answer.status_mut() = status;
    *answer.headers_mut() = headers;
    Ok(answer)
}
