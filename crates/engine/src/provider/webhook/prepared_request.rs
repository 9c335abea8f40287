//! Builds one request: every placeholder replaced, every header set. A pure function of its input and the given
//! time.

use std::collections::BTreeMap;

use jiff::Timestamp;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::envelope::{self, TrustedMetadata};
use super::request_settings::{Body, RequestSettings};
use super::routes::Route;
use super::sign::Signer;
use crate::delivery::OutgoingAction;
use crate::dispatch::template::{ValuePosition, Values, render_tree};
use crate::encoding::percent_encode;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::secret::Secret;

/// Maximum length of a URL in bytes.
const URL_BYTES_MAX: usize = 8 * 1024;
/// Maximum total size of an action's custom headers in bytes.
const HEADER_BYTES_MAX: usize = 8 * 1024;
/// Initial capacity for headers: Refrain's, the client's and a few of the user's.
const HEADERS_CAPACITY: usize = 24;
/// Headers with trusted metadata, and the name of the metadata entry for each.
const TRUSTED_HEADERS: [(&str, &str); 8] = [
    ("x-refrain-occurrence", "_occurrence_id"),
    ("x-refrain-period-key", "_period_key"),
    ("x-refrain-period-start", "_period_start"),
    ("x-refrain-period-end", "_period_end"),
    ("x-refrain-nominal-time", "_nominal_at"),
    ("x-refrain-attempt", "_attempt"),
    ("x-refrain-fence", "_fence"),
    ("x-refrain-trigger", "_trigger"),
];

/// A request that is ready to be sent.
pub(super) struct PreparedRequest {
    pub(super) url: Url,
    pub(super) method: Method,
    pub(super) body: Vec<u8>,
    /// Headers that every receiver gets.
    pub(super) common_headers: HeaderMap,
    /// Headers only for this receiver: the user's custom headers, and signatures. They go to no other host.
    pub(super) confidential_headers: HeaderMap,
}

/// Input from which a request is built.
pub(super) struct RequestBuilder<'a> {
    pub(super) route: &'a Route,
    pub(super) sending: &'a OutgoingAction,
    pub(super) secrets: &'a BTreeMap<String, Secret>,
    /// Time of the attempt.
    pub(super) now: Timestamp,
}

impl RequestBuilder<'_> {
    /// Builds the request.
    ///
    /// # Errors
    /// When a placeholder has no value, a value is not allowed in its position, or a secret cannot sign.
    pub(super) fn write(&self) -> Result<PreparedRequest, Error> {
        let request_settings = &self.route.request_settings;
        let key = self.sending.run.idempotency_key().to_string();
        let known = self.sending.trusted();
        let body = self.body(&key, &known)?;
        let mut confidential_headers = custom_headers(request_settings, &self.values())?;
        self.sign(&key, &body, &mut confidential_headers)?;
        let mut common_headers = common_headers(self.sending, &key, &known);
        if matches!(request_settings.body, Body::Empty) {
            common_headers.remove(CONTENT_TYPE);
        }
        Ok(PreparedRequest {
            url: self.url()?,
            method: request_settings.method.clone(),
            common_headers,
            confidential_headers,
            body,
        })
    }

    fn values(&self) -> Values<'_> {
        Values::new(&self.sending.run, self.sending.action()).with_secrets(self.secrets)
    }

    fn url(&self) -> Result<Url, Error> {
        if let Some(url) = &self.route.url {
            return Ok(url.clone());
        }
        let text = self.route.request_settings.url.render(&self.values(), ValuePosition::Url)?;
        if text.len() > URL_BYTES_MAX {
            let detail = format!("the URL has {} bytes; the maximum is {URL_BYTES_MAX}", text.len());
            return Err(Error::invalid(ErrorCode::WebhookUrl, detail));
        }
        Url::parse(&text)
            .map_err(|error| Error::invalid(ErrorCode::WebhookUrl, format!("the target is not a URL: {error}")))
    }

    fn body(&self, key: &str, known: &TrustedMetadata) -> Result<Vec<u8>, Error> {
        let payload = || render_tree(&self.sending.action().payload, &self.values());
        match &self.route.request_settings.body {
            Body::Template(template) => template.render(&self.values(), ValuePosition::Json).map(String::into_bytes),
            Body::Payload => Ok(payload()?.to_string().into_bytes()),
            Body::Envelope => envelope::write(self.sending, key, known, &payload()?),
            Body::Empty => Ok(Vec::new()),
        }
    }

    fn sign(&self, id: &str, body: &[u8], headers: &mut HeaderMap) -> Result<(), Error> {
        let timestamp = self.now.as_second();
        let signature = |name: &String| {
            let unknown = || Error::invalid(ErrorCode::SecretUnknown, format!("there is no secret {name}"));
            let signer = Signer::new(name, self.secrets.get(name).ok_or_else(unknown)?)?;
            Ok(signer.sign(id, timestamp, body))
        };
        let signatures =
            self.route.request_settings.sign_with.iter().map(signature).collect::<Result<Vec<_>, Error>>()?;
        headers.insert(HeaderName::from_static("webhook-id"), header(id));
        headers.insert(HeaderName::from_static("webhook-timestamp"), timestamp.into());
        if !signatures.is_empty() {
            headers.insert(HeaderName::from_static("webhook-signature"), header(&signatures.join(" ")));
        }
        Ok(())
    }
}

fn common_headers(sending: &OutgoingAction, key: &str, known: &TrustedMetadata) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(HEADERS_CAPACITY);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let mut add_header = |name: &'static str, value: &str| headers.insert(HeaderName::from_static(name), header(value));
    add_header("idempotency-key", key);
    add_header("x-refrain-schedule", &sending.run.occurrence.schedule.to_string());
    for (name, trusted) in TRUSTED_HEADERS {
        if let Some(value) = known.get(trusted) {
            add_header(name, value);
        }
    }
    if let Some(traceparent) = crate::observe::trace::traceparent(&sending.run.occurrence) {
        add_header("traceparent", &traceparent);
    }
    headers
}

/// Converts a value to a header value. Characters that no header can contain are percent-encoded.
fn header(value: &str) -> HeaderValue {
    HeaderValue::from_str(value).unwrap_or_else(|_| {
        let mut encoded = String::new();
        percent_encode(value, &mut encoded);
        HeaderValue::from_str(&encoded).unwrap_or_else(|_| HeaderValue::from_static(""))
    })
}

fn custom_headers(request_settings: &RequestSettings, values: &Values<'_>) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    let mut bytes = 0;
    for (name, template) in &request_settings.headers {
        let text = template.render(values, ValuePosition::Header)?;
        bytes += name.as_str().len() + text.len();
        let mut value = HeaderValue::from_str(&text).map_err(|_| {
            Error::invalid(ErrorCode::TemplateHeader, format!("the value of the header {name} is not valid"))
        })?;
        // This keeps the HTTP libraries from showing the value in their messages.
        value.set_sensitive(true);
        headers.insert(name.clone(), value);
    }
    if bytes > HEADER_BYTES_MAX {
        let detail = format!("the headers have {bytes} bytes; the maximum is {HEADER_BYTES_MAX}");
        return Err(Error::invalid(ErrorCode::WebhookAction, detail));
    }
    Ok(headers)
}
