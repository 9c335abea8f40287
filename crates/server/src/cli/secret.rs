//! `refrain secret`: secrets of a store, without a server. No verb gives one back.

use std::io::Read as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};
use refrain::audit::By;
use refrain::control::OrderChange;
use refrain::id::DocumentName;
use refrain::rights::Rights;
use refrain::secret::{Allowances, KeyRing, NewSecret, SECRET_BYTES_MAX, Secret, Secrets};
use refrain::store::{Expect, PAGE_ROWS_MAX, Page};
use refrain_recurrence::ErrorCode;

use super::output::{Failure, Report, table};
use super::problem::Problem;
use super::stored::{Stored, refused, wait};

/// Write, list and remove secrets
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain secret set slack --allow webhook:hooks.slack.com < token.txt
  refrain secret list
  refrain secret remove slack
  refrain secret rotate --new-key")]
pub(super) struct SecretCommand {
    #[command(flatten)]
    stored: Stored,
    /// The file of master keys; `set` makes it when it is not there
    #[arg(long, default_value = "refrain.key", value_name = "FILE", global = true)]
    key_file: PathBuf,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Write a secret, whose value is read from standard input
    Set {
        /// What it is called
        name: String,
        /// Where it may be sent: PROVIDER or PROVIDER:HOST, such as webhook:api.example.com, webhook:*.example.com or email.
        /// Repeatable. Default: as before, or anywhere if the secret is new
        #[arg(long, value_name = "PROVIDER[:HOST]")]
        allow: Vec<String>,
    },
    /// List secrets by their names
    List,
    /// Remove a secret
    Remove {
        /// What it is called
        name: String,
    },
    /// Seal all secrets of the tenant by the newest master key
    Rotate {
        /// Put a new master key before the others first
        #[arg(long)]
        new_key: bool,
    },
}

impl SecretCommand {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        wait(async {
            match &self.verb {
                Verb::Set { name, allow } => self.set(name, allow).await,
                Verb::List => self.list().await,
                Verb::Remove { name } => self.remove(name).await,
                Verb::Rotate { new_key } => self.rotate(*new_key).await,
            }
        })
    }

    async fn set(&self, name: &str, allow: &[String]) -> Result<Report, Failure> {
        let change = self.change(name)?;
        let allow = (!allow.is_empty()).then(|| Allowances::parse(allow)).transpose().map_err(refused)?;
        let secret = NewSecret { value: Secret::new(value()?).map_err(refused)?, allow };
        let ring = KeyRing::from_file_or_new(&self.key_file).map_err(refused)?;
        let written = self.secrets(ring).await?.put(&Rights::all(), &change, &secret).await.map_err(refused)?;
        Ok(Report::new(format!("{} is written, version {}\n", written.name, written.version)))
    }

    async fn list(&self) -> Result<Report, Failure> {
        let (tenant, secrets) = (self.stored.tenant()?, self.secrets(self.ring()?).await?);
        let mut rows = Vec::new();
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let found = secrets.list(&tenant, &page).await.map_err(refused)?;
            rows.extend(found.rows.into_iter().map(|secret| {
                let sealed_by = secret.sealed_by.unwrap_or_else(|| "cannot be read".to_owned());
                let allow = if secret.allow.is_empty() { "anywhere".to_owned() } else { secret.allow.to_string() };
                let (name, version) = (secret.name.to_string(), secret.version.to_string());
                vec![name, version, secret.updated_at.to_string(), sealed_by, allow]
            }));
            let Some(cursor) = found.next else { break };
            page = Page::after(PAGE_ROWS_MAX, cursor);
        }
        Ok(Report::new(table(&["name", "version", "updated", "sealed by", "allow"], &rows)))
    }

    async fn remove(&self, name: &str) -> Result<Report, Failure> {
        let change = self.change(name)?;
        self.secrets(self.ring()?).await?.remove(&Rights::all(), &change).await.map_err(refused)?;
        Ok(Report::new(format!("{name} is gone\n")))
    }

    async fn rotate(&self, has_new_key: bool) -> Result<Report, Failure> {
        let tenant = self.stored.tenant()?;
        let ring = if has_new_key { KeyRing::add_to_file(&self.key_file).map_err(refused)? } else { self.ring()? };
        let rotated = self.secrets(ring).await?.rotate(&tenant, &By::new("cli")).await.map_err(refused)?;
        let mut text = format!("{} sealed anew, {} already were\n", rotated.sealed_anew, rotated.already);
        for (name, problem) in &rotated.refused {
            text.push_str(&format!("{name}: {problem}\n"));
        }
        // No old key may go while something is sealed by it.
        let exit_code = u8::from(!rotated.refused.is_empty());
        Ok(Report { exit_code, ..Report::new(text) })
    }

    fn change(&self, name: &str) -> Result<OrderChange, Failure> {
        let name = DocumentName::new(name).map_err(|error| Problem::new(ErrorCode::BadValue, error.to_string()))?;
        Ok(OrderChange { tenant: self.stored.tenant()?, name, expect: Expect::Any, by: By::new("cli") })
    }

    fn ring(&self) -> Result<KeyRing, Failure> {
        KeyRing::from_file(&self.key_file).map_err(refused)
    }

    async fn secrets(&self, ring: KeyRing) -> Result<Arc<Secrets>, Failure> {
        Ok(self.stored.open().await?.secrets(ring))
    }
}

/// What standard input holds, without the line break that a shell adds.
fn value() -> Result<String, Failure> {
    let mut text = String::new();
    let bytes_max = u64::try_from(SECRET_BYTES_MAX).unwrap_or(u64::MAX).saturating_add(2);
    let read = std::io::stdin().lock().take(bytes_max).read_to_string(&mut text);
    read.map_err(|error| Problem::new(ErrorCode::BadValue, format!("standard input cannot be read: {error}")))?;
    let end = text.trim_end_matches(['\r', '\n']).len();
    text.truncate(end);
    Ok(text)
}
