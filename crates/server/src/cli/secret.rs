//! `refrain secret`: manages the secrets of a store without a server. No command prints the value of a secret.

use std::io::Read as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};
use refrain::Refrain;
use refrain::control::DocumentChange;
use refrain::control::{Rights, SaveLimits};
use refrain::model::{By, DocumentName};
use refrain::secret::{Allowances, KeyRing, NewSecret, SECRET_BYTES_MAX, Secret, Secrets};
use refrain::store::{ExpectedVersion, PAGE_ROWS_MAX, Page};
use refrain_recurrence::ErrorCode;

use super::output::{Failure, Report, table};
use super::store_access::{StoreFlags, TenantFlag, open_existing, refused, wait};
use crate::config::{Config, MissingKeys};
use crate::input::problem::Problem;

/// Hint for errors about missing master keys.
const KEYS_HINT: &str = "set --key-file, or `key_file` under [secrets] in refrain.toml";

/// Set, list and remove secrets
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain secret set slack --allow webhook:hooks.slack.com < token.txt
  refrain secret list
  refrain secret remove slack
  refrain secret rotate --new-key

The command uses the same store and master keys as `refrain serve` with the same flags, variables and refrain.toml.")]
pub(super) struct SecretCommand {
    #[command(flatten)]
    store: StoreFlags,
    #[command(flatten)]
    tenant: TenantFlag,
    /// Master key file; `set` creates it if it does not exist [default: the server's file]
    #[arg(long, value_name = "FILE", global = true)]
    key_file: Option<PathBuf>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Set a secret; its value is read from standard input
    Set {
        /// Name of the secret
        name: String,
        /// Allowed destination: PROVIDER or PROVIDER:HOST, such as webhook:api.example.com, webhook:*.example.com
        /// or email. Repeatable [default: unchanged, or anywhere for a new secret]
        #[arg(long, value_name = "PROVIDER[:HOST]")]
        allow: Vec<String>,
    },
    /// List the names of the secrets
    List,
    /// Remove a secret
    Remove {
        /// Name of the secret
        name: String,
    },
    /// Encrypt all secrets of the tenant with the newest master key
    Rotate {
        /// Add a new master key first
        #[arg(long)]
        new_key: bool,
    },
}

impl SecretCommand {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let key_file = self.key_file.as_ref().map(|path| format!("secrets.key_file={}", path.display()));
        let config = self.store.config_with(key_file.as_slice())?;
        wait(async {
            match &self.verb {
                Verb::Set { name, allow } => self.set(&config, name, allow).await,
                Verb::List => self.list(&config).await,
                Verb::Remove { name } => self.remove(&config, name).await,
                Verb::Rotate { new_key } => self.rotate(&config, *new_key).await,
            }
        })
    }

    async fn set(&self, config: &Config, name: &str, allow: &[String]) -> Result<Report, Failure> {
        let change = self.change(name)?;
        let allow = (!allow.is_empty()).then(|| Allowances::parse(allow)).transpose().map_err(refused)?;
        let secret = NewSecret { value: Secret::new(value()?).map_err(refused)?, allow };
        let refrain = open_existing(config).await?;
        let secrets = secrets(&refrain, config, MissingKeys::Create)?;
        let limits = SaveLimits { secrets_are_bound: config.tenancy.multi, ..SaveLimits::default() };
        let rights = Rights::all().with_limits(limits);
        let written = secrets.put(&rights, &change, &secret).await.map_err(refused)?;
        let mut text = format!("set {}, version {}\n", written.name, written.version);
        for provider in written.allow.providers() {
            // The server that has the provider may not be running.
            if provider != "webhook" && !config.providers.contains_key(provider) {
                let warning = refrain.control().provider_warning(provider).await.map_err(refused)?;
                text.extend(warning.map(|warning| format!("warning: {}\n", warning.detail)));
            }
        }
        Ok(Report::new(text))
    }

    async fn list(&self, config: &Config) -> Result<Report, Failure> {
        let tenant = self.tenant.tenant()?;
        let refrain = open_existing(config).await?;
        let secrets = secrets(&refrain, config, MissingKeys::UseTemporary)?;
        let mut rows = Vec::new();
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let found = secrets.list(&tenant, &page).await.map_err(refused)?;
            rows.extend(found.rows.into_iter().map(|secret| {
                let encrypted_by = secret.encrypted_by.unwrap_or_else(|| "cannot be read".to_owned());
                let allow = if secret.allow.is_empty() { "anywhere".to_owned() } else { secret.allow.to_string() };
                let (name, version) = (secret.name.to_string(), secret.version.to_string());
                vec![name, version, secret.updated_at.to_string(), encrypted_by, allow]
            }));
            let Some(cursor) = found.next else { break };
            page = Page::after(PAGE_ROWS_MAX, cursor);
        }
        Ok(Report::new(table(&["name", "version", "updated", "sealed by", "allow"], &rows)))
    }

    async fn remove(&self, config: &Config, name: &str) -> Result<Report, Failure> {
        let change = self.change(name)?;
        let refrain = open_existing(config).await?;
        let secrets = secrets(&refrain, config, MissingKeys::UseTemporary)?;
        secrets.remove(&Rights::all(), &change).await.map_err(refused)?;
        Ok(Report::new(format!("removed {name}\n")))
    }

    async fn rotate(&self, config: &Config, has_new_key: bool) -> Result<Report, Failure> {
        let tenant = self.tenant.tenant()?;
        let refrain = open_existing(config).await?;
        let ring = match config.master_key_file().map_err(refused)? {
            Some(path) if has_new_key => KeyRing::add_to_file(&path).map_err(refused)?,
            Some(path) => KeyRing::from_file(&path).map_err(refused)?,
            None if has_new_key => {
                let detail = "--new-key needs a master key file, and the configuration names none";
                return Err(Problem::new(ErrorCode::BadValue, detail.to_owned()).with_hint(KEYS_HINT).into());
            }
            None => keys(config, MissingKeys::UseTemporary)?,
        };
        let rotated = refrain.secrets(ring).rotate(&Rights::all(), &tenant, &By::new("cli")).await.map_err(refused)?;
        let mut text = format!("{} re-encrypted, {} already up to date\n", rotated.reencrypted, rotated.already);
        for (name, problem) in &rotated.refused {
            text.push_str(&format!("{name}: {problem}\n"));
        }
        // An old key must not be removed while a secret is still encrypted with it.
        let exit_code = u8::from(!rotated.refused.is_empty());
        Ok(Report { exit_code, ..Report::new(text) })
    }

    fn change(&self, name: &str) -> Result<DocumentChange, Failure> {
        let name = DocumentName::new(name).map_err(|error| Problem::new(ErrorCode::BadValue, error.to_string()))?;
        Ok(DocumentChange { tenant: self.tenant.tenant()?, name, expect: ExpectedVersion::Any, by: By::new("cli") })
    }
}

fn secrets(refrain: &Refrain, config: &Config, missing: MissingKeys) -> Result<Arc<Secrets>, Failure> {
    Ok(refrain.secrets(keys(config, missing)?))
}

/// Returns the master keys of the server. A store on another machine has none until the configuration names them.
fn keys(config: &Config, missing: MissingKeys) -> Result<KeyRing, Failure> {
    let named = config.master_keys(missing).map_err(refused)?;
    Ok(named.ok_or_else(|| {
        let detail = "the configuration names no master keys for the secrets of this store";
        Problem::new(ErrorCode::BadValue, detail.to_owned()).with_hint(KEYS_HINT)
    })?)
}

/// Reads standard input, without the line break that a shell adds.
fn value() -> Result<String, Failure> {
    let mut text = String::new();
    let bytes_max = u64::try_from(SECRET_BYTES_MAX).unwrap_or(u64::MAX).saturating_add(2);
    let read = std::io::stdin().lock().take(bytes_max).read_to_string(&mut text);
    read.map_err(|error| Problem::new(ErrorCode::BadValue, format!("standard input cannot be read: {error}")))?;
    let end = text.trim_end_matches(['\r', '\n']).len();
    text.truncate(end);
    Ok(text)
}
