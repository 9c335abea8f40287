//! Calls of operations that this client does not know, such as those of a newer server.

use std::fmt::Display;

use reqwest::Method;
use serde::Serialize;
use serde_json::Value;

use super::Call;
use super::endpoint::{Endpoint, Operation};
use crate::client::Client;
use crate::request::Request;

/// Any operation. Its value is JSON.
#[derive(Debug)]
pub enum Raw {}

impl Endpoint for Raw {
    const ID: &'static str = "request";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "";
    const MEDIA_TYPE: &'static str = "application/json";
    const IS_REPEATABLE: bool = false;
    const IS_SLOW: bool = false;
    const TAKES_KEY: bool = false;
}

impl Operation for Raw {
    type Output = Value;

    /// A response that is not JSON is read as text.
    fn read(body: &[u8]) -> Result<Value, String> {
        if body.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_slice(body).or_else(|_| super::endpoint::text(body).map(Value::String))
    }
}

impl Client {
    /// Calls any operation, such as one that this client does not know yet.
    ///
    /// ```no_run
    /// # async fn example(client: refrain_client::Client) -> Result<(), refrain_client::ClientError> {
    /// let page = client.request("GET", "/v1/schedules").with_query("limit", 1).await?;
    /// println!("{}", page["items"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn request(&self, method: &str, path: &str) -> Call<Raw> {
        let parsed = Method::from_bytes(method.as_bytes()).ok();
        let is_method = parsed.is_some();
        let mut request = Request::new(parsed.unwrap_or_default(), path.to_owned());
        request.is_repeatable = [Method::GET, Method::PUT, Method::DELETE].contains(&request.method);
        if !is_method {
            request.fail(format!("expected a method such as GET, found {method:?}"));
        }
        Call::of(self.clone(), request)
    }
}

impl Call<Raw> {
    /// Sets a query parameter.
    pub fn with_query(self, name: &str, value: impl Display) -> Self {
        self.parameter(name, value)
    }

    /// Sets a header.
    pub fn with_header(self, name: &str, value: &str) -> Self {
        self.request_header(name, value)
    }

    /// Sets the body.
    pub fn with_json(mut self, body: &impl Serialize) -> Self {
        self.request.set_media_type(Raw::MEDIA_TYPE);
        self.body_json(body)
    }
}
