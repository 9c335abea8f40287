//! `refrain secret set`.

use std::io::{Read as _, Write as _, stderr, stdin};

use clap::Args;
use refrain_client::types::{NewSecret, Secret};

use super::list::SECRETS;
use crate::command::backend::Backend;
use crate::command::{hidden, response};
use crate::exit::Failure;
use crate::local::StoreRequest;
use crate::prompt::can_ask;
use crate::session::Outcome;

/// Maximum length of a value that is read, in bytes. The server allows less.
const BYTES_MAX: u64 = 1024 * 1024;

/// Set a secret; the value is read from standard input, or asked for without showing it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain secret set slack --allow webhook:hooks.slack.com < token.txt
  refrain secret set smtp --allow email
  pass show stripe | refrain secret set stripe --allow 'webhook:*.stripe.com'")]
pub(super) struct Set {
    /// Name of the secret
    name: String,
    /// Destination that the secret may be sent to. Repeatable. Default: unchanged; anywhere for a new secret
    #[arg(long, value_name = "PROVIDER[:HOST]")]
    allow: Vec<String>,
    /// Allow any destination
    #[arg(long, conflicts_with = "allow")]
    allow_any: bool,
}

impl Set {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        let mut secret = NewSecret::new(value(&self.name)?);
        if self.allow_any || !self.allow.is_empty() {
            secret = secret.with_allow(self.allow.iter().cloned());
        }
        let saved = backend.send(StoreRequest::PutSecret { name: self.name.clone(), secret }).await?;
        let read: Secret = response::read(&saved)?;
        for warning in read.warnings.iter().flatten() {
            writeln!(stderr().lock(), "warning: {}", warning.message)?;
        }
        let output = backend.session().output();
        output.one::<Secret>(&saved, &SECRETS, |secret, _| {
            let destinations = if secret.allow.is_empty() { "anywhere".to_owned() } else { secret.allow.join(", ") };
            format!("Set secret {}, version {}. It may be sent to: {destinations}.\n", secret.name, secret.version)
        })
    }
}

/// Reads the value: from the person at the terminal, or standard input without the line break that a shell adds.
fn value(name: &str) -> Result<String, Failure> {
    let value = if can_ask() { hidden::ask(&format!("Value of {name}: "))? } else { read()? };
    if value.is_empty() {
        return Err(Failure::usage("the value of the secret is empty")
            .with_hint(format!("pass it on standard input, as in `refrain secret set {name} < token.txt`")));
    }
    Ok(value)
}

fn read() -> Result<String, Failure> {
    let mut text = String::new();
    let read = stdin().lock().take(BYTES_MAX + 1).read_to_string(&mut text);
    read.map_err(|error| Failure::usage(format!("standard input cannot be read: {error}")))?;
    if text.len() as u64 > BYTES_MAX {
        return Err(Failure::usage(format!("the value of the secret is longer than {BYTES_MAX} bytes")));
    }
    text.truncate(text.trim_end_matches(['\r', '\n']).len());
    Ok(text)
}

/// Returns the failure of a command whose API key and value are both on standard input.
pub(super) fn taken() -> Failure {
    Failure::usage("standard input cannot be both the API key and the value of the secret")
        .with_hint("name the key with REFRAIN_KEY or a context")
}
