//! Circuit breakers of a provider: one for each receiver.

use std::collections::BTreeSet;

use refrain_client::types::CircuitBreaker;
use serde_json::Value;

use crate::command::response;
use crate::exit::Failure;
use crate::output::{Cell, Column, Table};
use crate::session::Session;

/// Maximum number of schedules whose receivers are looked up.
const SCHEDULES_MAX: usize = 5_000;
/// Maximum number of circuit breakers that are read.
pub(super) const RECEIVERS_MAX: usize = 100;
/// Page size of requests, the maximum of the server.
const PAGE: u32 = 500;

/// Columns of a list of circuit breakers.
pub(super) const CIRCUITS: Table<CircuitBreaker> = Table {
    name: |breaker| breaker.receiver.clone(),
    columns: &[
        Column::new("provider", |breaker, _| breaker.provider.as_str().into()),
        Column::new("receiver", |breaker, _| breaker.receiver.as_str().into()),
        Column::new("circuit", |breaker, _| Cell::state(&breaker.state)),
        Column::new("until", |breaker, view| view.time.at_optional(breaker.until).into()),
        Column::new("failures", |breaker, _| {
            breaker.failures.map(|count| count.to_string()).unwrap_or_default().into()
        }),
        Column::new("note", |breaker, _| breaker.note.as_deref().unwrap_or_default().into()),
    ],
};

/// Returns the circuit breaker of a receiver.
pub(super) async fn read(session: &Session, provider: &str, receiver: &str) -> Result<Value, Failure> {
    let call = session.client().get_circuit_breaker(provider);
    response::value(if receiver.is_empty() { call } else { call.receiver(receiver) }).await
}

/// Returns the receivers that the targets of a provider's schedules name, at most [`RECEIVERS_MAX`]. Providers with
/// one receiver have an empty one, or one of their own.
pub(super) async fn receivers(session: &Session, provider: &str) -> Result<BTreeSet<String>, Failure> {
    let mut receivers = BTreeSet::from([String::new()]);
    let mut schedules = session.client().list_schedules().provider(provider).limit(PAGE).items();
    for _ in 0..SCHEDULES_MAX {
        let Some(schedule) = schedules.next().await else { break };
        let action = schedule?.action;
        receivers.extend(action.and_then(|action| action.target).as_deref().map(receiver));
        if receivers.len() >= RECEIVERS_MAX {
            break;
        }
    }
    Ok(receivers)
}

/// Returns the receiver of a target: the host of a URL, else the target itself.
fn receiver(target: &str) -> String {
    let Some((_, rest)) = target.split_once("://") else { return target.to_owned() };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    // The port of an IPv6 address follows its brackets.
    let end = host.rfind(']').map_or(0, |bracket| bracket);
    host[end..].find(':').map_or(host, |port| &host[..end + port]).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_receiver_of_a_url_is_its_host() {
        for (target, expected) in [
            ("https://Hooks.example.com/a?b", "hooks.example.com"),
            ("http://user:pass@10.0.0.1:8080/", "10.0.0.1"),
            ("http://[::1]:8080/x", "[::1]"),
            ("mail", "mail"),
            ("", ""),
        ] {
            assert_eq!(receiver(target), expected, "{target}");
        }
    }
}
