//! JSON envelope with the payload and the occurrence that it belongs to.
//!
//! Metadata from Refrain has names that begin with `_`. User metadata with such a name is not sent, so a
//! receiver can trust these entries.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::request_settings::PREFIX;
use crate::delivery::{OutgoingAction, TRUSTED_PREFIX};
use crate::error::Error;
use crate::error_code::ErrorCode;

/// Trusted metadata of an occurrence, by name.
pub(super) type TrustedMetadata = BTreeMap<&'static str, String>;

/// Initial capacity in bytes; most envelopes are shorter.
const BODY_CAPACITY: usize = 1_024;

#[derive(Serialize)]
struct Envelope<'a> {
    attempt: u32,
    kind: &'a str,
    metadata: BTreeMap<&'a str, &'a str>,
    nominal_at: &'a str,
    occurrence: Occurrence<'a>,
    payload: &'a Value,
    period: Period<'a>,
    schedule: Schedule<'a>,
}

#[derive(Serialize)]
struct Occurrence<'a> {
    discriminator: &'a str,
    due_at: String,
    fence: i64,
    id: i64,
    idempotency_key: &'a str,
    trigger: &'static str,
}

#[derive(Serialize)]
struct Period<'a> {
    end: Option<&'a str>,
    key: &'a str,
    start: Option<&'a str>,
}

#[derive(Serialize)]
struct Schedule<'a> {
    id: &'a str,
    namespace: &'a str,
    tenant: &'a str,
}

/// Writes the envelope. The payload is already rendered.
///
/// # Errors
/// When the envelope cannot be serialized. No payload that was read before can cause that.
pub(super) fn write(
    sending: &OutgoingAction,
    key: &str,
    known: &TrustedMetadata,
    payload: &Value,
) -> Result<Vec<u8>, Error> {
    let occurrence = &*sending.run.occurrence;
    let planned = &occurrence.planned;
    let schedule = &occurrence.schedule;
    let of = |name: &str| known.get(name).map(String::as_str);
    let is_own = |name: &str| !name.starts_with(TRUSTED_PREFIX) && !name.starts_with(PREFIX);
    let own = sending.action().metadata.iter().filter(|(name, _)| is_own(name));
    let mut metadata: BTreeMap<&str, &str> = own.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    metadata.extend(known.iter().map(|(name, value)| (*name, value.as_str())));
    let envelope = Envelope {
        attempt: occurrence.attempt,
        kind: &sending.action().kind,
        metadata,
        nominal_at: of("_nominal_at").unwrap_or_default(),
        occurrence: Occurrence {
            discriminator: &planned.discriminator,
            due_at: planned.due_at.to_string(),
            fence: occurrence.fence.0,
            id: occurrence.id.0,
            idempotency_key: key,
            trigger: planned.trigger.as_str(),
        },
        payload,
        period: Period { end: of("_period_end"), key: &planned.period_key, start: of("_period_start") },
        schedule: Schedule {
            id: schedule.id.as_str(),
            namespace: schedule.tenant.namespace.as_str(),
            tenant: schedule.tenant.name.as_str(),
        },
    };
    let mut body = Vec::with_capacity(BODY_CAPACITY);
    match serde_json::to_writer(&mut body, &envelope) {
        Ok(()) => Ok(body),
        Err(error) => Err(Error::invalid(ErrorCode::WebhookAction, format!("the envelope cannot be written: {error}"))),
    }
}
