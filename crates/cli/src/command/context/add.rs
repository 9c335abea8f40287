//! `refrain context add`.

use std::io::{Write as _, stderr};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use refrain_client::Client;

use super::table::{CONTEXTS, ContextView, to_json, view};
use crate::command::hidden;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::prompt;
use crate::session::{Context, Contexts, Outcome, client_of, read_stdin};

/// Maximum length of a name, in bytes.
const NAME_BYTES_MAX: usize = 64;

/// Add a context, after checking that the server accepts the key
#[derive(Args, Debug)]
#[command(after_help = "Without --key, the key is asked for if a person is at the terminal. The first context
becomes the current one.

Examples:
  refrain context add prod --server https://refrain.example.org
  refrain context add ci --server https://refrain.example.org --key - < key.txt
  refrain context add local --server http://127.0.0.1:7433 --no-check")]
pub(super) struct Add {
    /// Name of the context
    name: String,
    /// URL of the server
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    server: String,
    /// Read the API key from standard input
    #[arg(long, value_name = "-")]
    key: Option<String>,
    /// Tenant, as NAMESPACE/TENANT, for keys of all tenants
    #[arg(long, value_name = "TENANT")]
    tenant: Option<String>,
    /// File of certificates to trust instead of the system's
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    ca_file: Option<PathBuf>,
    /// Make the context the current one
    #[arg(long = "use")]
    is_current: bool,
    /// Replace the context of this name
    #[arg(long)]
    replace: bool,
    /// Do not contact the server
    #[arg(long)]
    no_check: bool,
}

impl Add {
    pub(super) async fn run(&self, output: &Output) -> Outcome {
        let mut contexts = Contexts::load()?;
        self.check_name(&contexts)?;
        let mut context = Context {
            server: self.server.clone(),
            key: None,
            tenant: self.tenant.clone(),
            ca_file: self.absolute_ca_file()?,
        };
        // An invalid URL is reported before a person types a key.
        client_of(&context)?;
        context.key = self.key()?;
        warn_about_plain_text(&context);
        if !self.no_check {
            check(&client_of(&context)?).await?;
        }
        contexts.contexts.insert(self.name.clone(), context);
        if self.is_current || contexts.current.is_none() {
            contexts.current = Some(self.name.clone());
        }
        contexts.save()?;
        let value = to_json(&view(&contexts, &self.name, contexts.named(&self.name)?))?;
        output.one::<ContextView>(&value, &CONTEXTS, |context, _| {
            let use_it = match context.is_current {
                true => "Commands now use it.".to_owned(),
                false => format!("`refrain context use {}` makes it the current one.", context.name),
            };
            format!("Added {} ({}). {use_it}\n", context.name, context.server)
        })
    }

    fn check_name(&self, contexts: &Contexts) -> Result<(), Failure> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        if self.name.is_empty() || self.name.len() > NAME_BYTES_MAX || !self.name.chars().all(is_allowed) {
            let expected = format!("expected 1 to {NAME_BYTES_MAX} letters, digits, `.`, `_` or `-` as the name");
            return Err(Failure::usage(format!("{expected}, found {}", crate::text::quoted(&self.name))));
        }
        if contexts.contexts.contains_key(&self.name) && !self.replace {
            let failure = Failure::new(Exit::Conflict, format!("there is already a context `{}`", self.name));
            return Err(failure.with_hint("replace it with --replace, or choose another name"));
        }
        Ok(())
    }

    /// Returns the key from standard input, or from a person at the terminal.
    fn key(&self) -> Result<Option<String>, Failure> {
        let key = match self.key.as_deref() {
            Some("-") => read_stdin("the key")?,
            Some(_) => {
                let failure = Failure::usage("expected `--key -`, found a key");
                return Err(failure.with_hint(
                    "arguments are visible to other users and kept in the shell's history; write the key to standard \
                     input, or leave --key out to be asked for it",
                ));
            }
            None if prompt::can_ask() => hidden::ask(&format!("API key for {} (enter for none): ", self.server))?,
            None => String::new(),
        };
        Ok(Some(key).filter(|key| !key.is_empty()))
    }

    /// Returns the path of the certificates from anywhere, not only from the current folder.
    fn absolute_ca_file(&self) -> Result<Option<PathBuf>, Failure> {
        let absolute = |path: &PathBuf| {
            std::path::absolute(path)
                .map_err(|error| Failure::usage(format!("--ca-file {} cannot be used: {error}", path.display())))
        };
        self.ca_file.as_ref().map(absolute).transpose()
    }
}

/// Checks that the server can be reached and accepts the key and the tenant.
async fn check(client: &Client) -> Result<(), Failure> {
    match client.get_session().await {
        Ok(_) => Ok(()),
        Err(error) if error.is_unauthorized() => {
            let failure = Failure::new(Exit::Failure, "the server does not accept the key");
            Err(failure.with_hint("`refrain key create` on the server makes one; --no-check adds the context anyway"))
        }
        Err(error) => {
            Err(Failure::from(error).with_hint("check --server; --no-check adds the context without contacting it"))
        }
    }
}

/// Warns if the key would be sent over a network without encryption.
fn warn_about_plain_text(context: &Context) {
    let Some(rest) = context.server.strip_prefix("http://").filter(|_| context.key.is_some()) else { return };
    let is_loopback = ["127.", "localhost", "[::1]"].iter().any(|host| rest.starts_with(host));
    if !is_loopback {
        let _ = writeln!(stderr(), "warning: {} is not encrypted: others can read the key", context.server);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(name: &str) -> Add {
        Add {
            name: name.to_owned(),
            server: "http://127.0.0.1:7433".to_owned(),
            key: None,
            tenant: None,
            ca_file: None,
            is_current: false,
            replace: false,
            no_check: true,
        }
    }

    #[test]
    fn names_are_plain_and_not_overwritten_by_accident() {
        let contexts = Contexts::parse("[contexts.a]\nserver = \"http://x\"\n").unwrap();
        assert!(add("prod-1.eu").check_name(&contexts).is_ok());
        for name in ["", "a b", "ü", &"x".repeat(65)] {
            assert_eq!(add(name).check_name(&contexts).unwrap_err().exit(), Exit::Usage, "{name}");
        }
        assert_eq!(add("a").check_name(&contexts).unwrap_err().exit(), Exit::Conflict);
        assert!(Add { replace: true, ..add("a") }.check_name(&contexts).is_ok());
    }

    #[test]
    fn a_key_among_the_arguments_is_refused() {
        let error = Add { key: Some("rfn_x".to_owned()), ..add("a") }.key().unwrap_err();
        assert!(!error.to_string().contains("rfn_x"), "{error}");
    }
}
