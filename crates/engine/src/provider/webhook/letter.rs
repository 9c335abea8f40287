//! One request, written out: every name replaced, every header in place. Pure, but for the time that it is given.

use std::collections::BTreeMap;

use jiff::Timestamp;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::asked::{Asked, Body};
use super::envelope::{self, Known};
use super::routes::Route;
use super::sign::Signer;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::secret::Secret;
use crate::template::{Place, Values, percent_encode, render_tree};

/// No URL is longer, in bytes.
const URL_BYTES_MAX: usize = 8 * 1024;
/// The headers of an action's own have at most so many bytes together.
const HEADER_BYTES_MAX: usize = 8 * 1024;
/// There is room for so many headers from the start: ours, the client's, and a few of the user's.
const HEADERS_USUAL: usize = 24;
/// What a receiver is told in headers, and what it is called among what is known.
const TOLD: [(&str, &str); 8] = [
    ("x-refrain-occurrence", "_occurrence_id"),
    ("x-refrain-period-key", "_period_key"),
    ("x-refrain-period-start", "_period_start"),
    ("x-refrain-period-end", "_period_end"),
    ("x-refrain-nominal-time", "_nominal_at"),
    ("x-refrain-attempt", "_attempt"),
    ("x-refrain-fence", "_fence"),
    ("x-refrain-trigger", "_trigger"),
];

/// A request, ready to be made.
pub(super) struct Letter {
    pub(super) url: Url,
    pub(super) method: Method,
    pub(super) body: Vec<u8>,
    /// What every receiver is told.
    pub(super) told: HeaderMap,
    /// What only this receiver is told: headers of the user's own, and signatures. They go to no other host.
    pub(super) entrusted: HeaderMap,
}

/// What a letter is written from.
pub(super) struct Draft<'a> {
    pub(super) route: &'a Route,
    pub(super) sending: &'a Sending,
    pub(super) secrets: &'a BTreeMap<String, Secret>,
    /// When the attempt is made.
    pub(super) now: Timestamp,
}

impl Draft<'_> {
    /// Writes it out.
    ///
    /// # Errors
    /// When a name has no value, a value cannot stand where it is to, or a secret cannot sign.
    pub(super) fn write(&self) -> Result<Letter, Error> {
        let asked = &self.route.asked;
        let key = self.sending.run.idempotency_key().to_string();
        let known = self.sending.trusted();
        let body = self.body(&key, &known)?;
        let mut entrusted = own_headers(asked, &self.values())?;
        self.sign(&key, &body, &mut entrusted)?;
        let told = told(self.sending, &key, &known);
        Ok(Letter { url: self.url()?, method: asked.method.clone(), told, entrusted, body })
    }

    fn values(&self) -> Values<'_> {
        Values::new(&self.sending.run, self.sending.action()).with_secrets(self.secrets)
    }

    fn url(&self) -> Result<Url, Error> {
        if let Some(url) = &self.route.url {
            return Ok(url.clone());
        }
        let text = self.route.asked.url.render(&self.values(), Place::Url)?;
        if text.len() > URL_BYTES_MAX {
            let detail = format!("the URL has {} bytes; at most {URL_BYTES_MAX} are sent", text.len());
            return Err(Error::invalid("webhook_url", detail));
        }
        Url::parse(&text).map_err(|error| Error::invalid("webhook_url", format!("the target is no URL: {error}")))
    }

    fn body(&self, key: &str, known: &Known) -> Result<Vec<u8>, Error> {
        let payload = || render_tree(&self.sending.action().payload, &self.values());
        match &self.route.asked.body {
            Body::Template(template) => template.render(&self.values(), Place::Json).map(String::into_bytes),
            Body::Payload => Ok(payload()?.to_string().into_bytes()),
            Body::Envelope => envelope::write(self.sending, key, known, &payload()?),
        }
    }

    fn sign(&self, id: &str, body: &[u8], headers: &mut HeaderMap) -> Result<(), Error> {
        let timestamp = self.now.as_second();
        let signature = |name: &String| {
            let unknown = || Error::invalid("secret_unknown", format!("there is no secret {name}"));
            let signer = Signer::new(name, self.secrets.get(name).ok_or_else(unknown)?)?;
            Ok(signer.sign(id, timestamp, body))
        };
        let signatures = self.route.asked.sign_with.iter().map(signature).collect::<Result<Vec<_>, Error>>()?;
        headers.insert(HeaderName::from_static("webhook-id"), header(id));
        headers.insert(HeaderName::from_static("webhook-timestamp"), timestamp.into());
        if !signatures.is_empty() {
            headers.insert(HeaderName::from_static("webhook-signature"), header(&signatures.join(" ")));
        }
        Ok(())
    }
}

fn told(sending: &Sending, key: &str, known: &Known) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(HEADERS_USUAL);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let mut tell = |name: &'static str, value: &str| headers.insert(HeaderName::from_static(name), header(value));
    tell("idempotency-key", key);
    tell("x-refrain-schedule", &sending.run.occurrence.schedule.to_string());
    for (name, trusted) in TOLD {
        if let Some(value) = known.get(trusted) {
            tell(name, value);
        }
    }
    if let Some(traceparent) = crate::trace::traceparent(&sending.run.occurrence) {
        tell("traceparent", &traceparent);
    }
    headers
}

/// A value as a header; what no header can hold is written as URLs write it.
fn header(value: &str) -> HeaderValue {
    HeaderValue::from_str(value).unwrap_or_else(|_| {
        let mut encoded = String::new();
        percent_encode(value, &mut encoded);
        HeaderValue::from_str(&encoded).unwrap_or_else(|_| HeaderValue::from_static(""))
    })
}

fn own_headers(asked: &Asked, values: &Values<'_>) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    let mut bytes = 0;
    for (name, template) in &asked.headers {
        let text = template.render(values, Place::Header)?;
        bytes += name.as_str().len() + text.len();
        let mut value = HeaderValue::from_str(&text)
            .map_err(|_| Error::invalid("template_header", format!("the header {name} cannot be written")))?;
        // Then no library shows it in its own messages either.
        value.set_sensitive(true);
        headers.insert(name.clone(), value);
    }
    if bytes > HEADER_BYTES_MAX {
        let detail = format!("the headers have {bytes} bytes; at most {HEADER_BYTES_MAX} are sent");
        return Err(Error::invalid("webhook_action", detail));
    }
    Ok(headers)
}
