//! One request, written out: every name replaced, every header in place. Pure, but for the time that it is given.

use std::collections::BTreeMap;

use jiff::Timestamp;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use url::Url;

use super::asked::{Asked, Body, PREFIX};
use super::sign::Signer;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::secret::Secret;
use crate::template::{Place, Values, percent_encode, render_tree};

/// No URL is longer, in bytes.
const URL_BYTES_MAX: usize = 8 * 1024;
/// The headers of an action's own have at most so many bytes together.
const HEADER_BYTES_MAX: usize = 8 * 1024;

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
    pub(super) asked: &'a Asked,
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
        let key = self.sending.run.idempotency_key().to_string();
        let body = self.body(&key)?;
        let mut entrusted = own_headers(self.asked, &self.values())?;
        self.sign(&key, &body, &mut entrusted)?;
        let method = self.asked.method.clone();
        Ok(Letter { url: self.url()?, method, told: told(self.sending, &key), entrusted, body })
    }

    fn values(&self) -> Values<'_> {
        Values::new(&self.sending.run, self.sending.action()).with_secrets(self.secrets)
    }

    fn url(&self) -> Result<Url, Error> {
        let text = self.asked.url.render(&self.values(), Place::Url)?;
        if text.len() > URL_BYTES_MAX {
            let detail = format!("the URL has {} bytes; at most {URL_BYTES_MAX} are sent", text.len());
            return Err(Error::invalid("webhook_url", detail));
        }
        Url::parse(&text).map_err(|error| Error::invalid("webhook_url", format!("the target is no URL: {error}")))
    }

    fn body(&self, key: &str) -> Result<Vec<u8>, Error> {
        let payload = || render_tree(&self.sending.action().payload, &self.values());
        let text = match &self.asked.body {
            Body::Template(template) => template.render(&self.values(), Place::Json)?,
            Body::Payload => payload()?.to_string(),
            Body::Envelope => envelope(self.sending, key, &payload()?).to_string(),
        };
        Ok(text.into_bytes())
    }

    fn sign(&self, id: &str, body: &[u8], headers: &mut HeaderMap) -> Result<(), Error> {
        let timestamp = self.now.as_second();
        let signature = |name: &String| {
            let unknown = || Error::invalid("secret_unknown", format!("there is no secret {name}"));
            let signer = Signer::new(name, self.secrets.get(name).ok_or_else(unknown)?)?;
            Ok(signer.sign(id, timestamp, body))
        };
        let signatures = self.asked.sign_with.iter().map(signature).collect::<Result<Vec<_>, Error>>()?;
        headers.insert("webhook-id", header(id));
        headers.insert("webhook-timestamp", header(&timestamp.to_string()));
        if !signatures.is_empty() {
            headers.insert("webhook-signature", header(&signatures.join(" ")));
        }
        Ok(())
    }
}

/// The payload and what it belongs to. What Refrain says stands beside the user's metadata under names that begin with
/// `_`, and a user's own of such a name is not sent: a receiver can trust them.
fn envelope(sending: &Sending, key: &str, payload: &Value) -> Value {
    let occurrence = &*sending.run.occurrence;
    let planned = &occurrence.planned;
    let schedule = &occurrence.schedule;
    let own = sending.action().metadata.iter().filter(|(name, _)| !name.starts_with('_') && !name.starts_with(PREFIX));
    let mut metadata: BTreeMap<String, String> = own.map(|(name, value)| (name.clone(), value.clone())).collect();
    metadata.extend(sending.trusted().into_iter().map(|(name, value)| (name.to_owned(), value)));
    json!({
        "schedule": {"id": schedule.id.as_str(), "tenant": schedule.tenant.name.as_str(),
            "namespace": schedule.tenant.namespace.as_str()},
        "occurrence": {"id": occurrence.id.0, "idempotency_key": key,
            "discriminator": planned.discriminator, "trigger": planned.trigger.as_str(),
            "due_at": planned.due_at.to_string(), "fence": occurrence.fence.0},
        "period": {"key": planned.period_key, "start": planned.period.map(|(start, _)| start.to_string()),
            "end": planned.period.map(|(_, end)| end.to_string())},
        "nominal_at": planned.nominal_at.to_string(),
        "attempt": occurrence.attempt,
        "kind": sending.action().kind,
        "payload": payload,
        "metadata": metadata,
    })
}

fn told(sending: &Sending, key: &str) -> HeaderMap {
    let occurrence = &*sending.run.occurrence;
    let planned = &occurrence.planned;
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let mut tell = |name: &'static str, value: &str| headers.insert(HeaderName::from_static(name), header(value));
    tell("idempotency-key", key);
    tell("x-refrain-schedule", &occurrence.schedule.to_string());
    tell("x-refrain-occurrence", &occurrence.id.to_string());
    tell("x-refrain-period-key", &planned.period_key);
    if let Some((start, end)) = planned.period {
        tell("x-refrain-period-start", &start.to_string());
        tell("x-refrain-period-end", &end.to_string());
    }
    tell("x-refrain-nominal-time", &planned.nominal_at.to_string());
    tell("x-refrain-attempt", &occurrence.attempt.to_string());
    tell("x-refrain-fence", &occurrence.fence.to_string());
    tell("x-refrain-trigger", planned.trigger.as_str());
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
        value.set_sensitive(template.secrets().next().is_some());
        headers.insert(name.clone(), value);
    }
    if bytes > HEADER_BYTES_MAX {
        let detail = format!("the headers have {bytes} bytes; at most {HEADER_BYTES_MAX} are sent");
        return Err(Error::invalid("webhook_action", detail));
    }
    Ok(headers)
}
