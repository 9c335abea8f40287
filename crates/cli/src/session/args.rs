//! Flags that name the server, and where its address and key come from.

use std::env;
use std::fs;
use std::io::{Read as _, stdin};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use refrain_client::{Client, ClientBuilder};

use super::contexts::{Context, Contexts, complete_contexts};
use super::{DEFAULT_SERVER, Session};
use crate::clock;
use crate::exit::Failure;
use crate::output::OutputArgs;

const USER_AGENT: &str = concat!("refrain-cli/", env!("CARGO_PKG_VERSION"));
/// Variable with the URL of the server.
const URL_VARIABLE: &str = "REFRAIN_URL";
/// Variable with the API key.
const KEY_VARIABLE: &str = "REFRAIN_KEY";
/// Variable with the name of the context.
const CONTEXT_VARIABLE: &str = "REFRAIN_CONTEXT";

/// Flags that name the server. The short help only mentions them.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Global options")]
pub struct ConnectionArgs {
    /// URL of the server
    ///
    /// Default: REFRAIN_URL, or the server of the context.
    #[arg(long, global = true, value_name = "URL", value_hint = ValueHint::Url, hide_short_help = true)]
    pub server: Option<String>,
    /// API key
    ///
    /// `-` reads it from standard input. Default: REFRAIN_KEY, or the key of the context.
    #[arg(long, global = true, value_name = "KEY", hide_short_help = true)]
    pub key: Option<String>,
    /// Named server and key
    ///
    /// Default: REFRAIN_CONTEXT, or the current context.
    #[arg(long, global = true, value_name = "NAME", add = ArgValueCompleter::new(complete_contexts), hide_short_help = true)]
    pub context: Option<String>,
    /// Tenant, as NAMESPACE/TENANT, for keys of all tenants
    #[arg(long, global = true, value_name = "TENANT", hide_short_help = true)]
    pub tenant: Option<String>,
    /// File of certificates to trust instead of the system's
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub ca_file: Option<PathBuf>,
}

/// Flags that every command of a server has.
#[derive(Args, Clone, Debug)]
pub struct SessionArgs {
    /// The server.
    #[command(flatten)]
    pub connection: ConnectionArgs,
    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The server and the credentials of a command.
#[derive(Debug, Default, PartialEq, Eq)]
struct Target {
    server: String,
    key: Option<String>,
    tenant: Option<String>,
    ca_file: Option<PathBuf>,
}

impl SessionArgs {
    /// Creates the session.
    ///
    /// # Errors
    /// If the context does not exist, or the address, the key or a certificate cannot be used.
    pub fn open(&self) -> Result<Session, Failure> {
        Ok(Session::new(self.connection.connect()?, self.output.create(clock::now())))
    }
}

impl ConnectionArgs {
    /// Creates a client for the server that the flags, the environment or a context name.
    ///
    /// # Errors
    /// If the context does not exist, or the address, the key or a certificate cannot be used.
    pub fn connect(&self) -> Result<Client, Failure> {
        Ok(self.client_builder()?.build()?)
    }

    /// Starts building a client for the server that the flags, the environment or a context name.
    ///
    /// # Errors
    /// If the context does not exist, or the key or a certificate cannot be read.
    pub fn client_builder(&self) -> Result<ClientBuilder, Failure> {
        let target = self.target(&|name| env::var(name).ok().filter(|value| !value.is_empty()), &Contexts::load()?)?;
        let key = target.key.map(read_key).transpose()?;
        builder_of(&Context { server: target.server, key, tenant: target.tenant, ca_file: target.ca_file })
    }

    fn target(&self, variable: &dyn Fn(&str) -> Option<String>, contexts: &Contexts) -> Result<Target, Failure> {
        let name = self.context.clone().or_else(|| variable(CONTEXT_VARIABLE));
        let context = match &name {
            Some(name) => Some(contexts.named(name)?),
            None => contexts.current(),
        };
        let server = self.server.clone().or_else(|| variable(URL_VARIABLE).filter(|_| self.context.is_none()));
        // A key is only sent to the server that it belongs to.
        let own = context.filter(|context| server.as_deref().is_none_or(|server| is_same(server, &context.server)));
        let of_context = |field: fn(&Context) -> Option<String>| own.and_then(field);
        let ca_file = self.ca_file.clone().or_else(|| own.and_then(|context| context.ca_file.clone()));
        Ok(Target {
            ca_file,
            key: self
                .key
                .clone()
                .or_else(|| variable(KEY_VARIABLE).filter(|_| self.context.is_none()))
                .or_else(|| of_context(|context| context.key.clone())),
            tenant: self.tenant.clone().or_else(|| of_context(|context| context.tenant.clone())),
            server: server
                .or_else(|| context.map(|context| context.server.clone()))
                .unwrap_or_else(|| DEFAULT_SERVER.to_owned()),
        })
    }
}

/// What the flags, the environment and the contexts name.
impl ConnectionArgs {
    /// Returns the flag that names a server or identifies the caller to one, if there is one.
    pub fn server_flag(&self) -> Option<&'static str> {
        let flags = [
            ("--server", self.server.is_some()),
            ("--context", self.context.is_some()),
            ("--key", self.key.is_some()),
            ("--ca-file", self.ca_file.is_some()),
        ];
        flags.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
    }

    /// Returns whether nothing names a server, so that the command uses the default one.
    pub fn is_default(&self) -> bool {
        let is_set = |name| env::var(name).is_ok_and(|value| !value.is_empty());
        let has_context = Contexts::load().is_ok_and(|contexts| contexts.current().is_some());
        self.server.is_none()
            && self.context.is_none()
            && ![URL_VARIABLE, CONTEXT_VARIABLE].into_iter().any(is_set)
            && !has_context
    }

    /// Returns the tenant that the flags or the context name.
    ///
    /// # Errors
    /// If the context does not exist.
    pub fn named_tenant(&self) -> Result<Option<String>, Failure> {
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        Ok(self.target(&variable, &Contexts::load()?)?.tenant)
    }
}

fn is_same(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}

/// Returns the key, or reads it from standard input.
fn read_key(key: String) -> Result<String, Failure> {
    if key == "-" { read_stdin("the key") } else { Ok(key) }
}

/// Reads standard input to its end, without the spaces around the text.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn read_stdin(what: &str) -> Result<String, Failure> {
    let mut text = String::new();
    stdin().read_to_string(&mut text).map_err(|error| Failure::usage(format!("{what} cannot be read: {error}")))?;
    Ok(text.trim().to_owned())
}

/// Creates a client for the server of a context.
///
/// # Errors
/// If the address, the key or a certificate cannot be used.
pub fn client_of(context: &Context) -> Result<Client, Failure> {
    Ok(builder_of(context)?.build()?)
}

fn builder_of(context: &Context) -> Result<ClientBuilder, Failure> {
    let mut builder = Client::builder(&context.server).user_agent(USER_AGENT);
    if let Some(key) = &context.key {
        builder = builder.key(key);
    }
    if let Some(tenant) = &context.tenant {
        builder = builder.tenant(tenant);
    }
    if let Some(file) = &context.ca_file {
        let pem = fs::read(file)
            .map_err(|error| Failure::usage(format!("--ca-file {} cannot be read: {error}", file.display())))?;
        builder = builder.root_certificates(&pem);
    }
    Ok(builder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contexts() -> Contexts {
        let text = "current = \"prod\"\n[contexts.prod]\nserver = \"https://prod.example\"\nkey = \"k1\"\ntenant = \"a/b\"\n\
                    [contexts.dev]\nserver = \"http://dev.example/\"\nkey = \"k2\"\n";
        Contexts::parse(text).unwrap()
    }

    fn check(args: &ConnectionArgs, variables: &[(&str, &str)], expected: (&str, Option<&str>, Option<&str>)) {
        let variable =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let target = args.target(&variable, &contexts()).unwrap();
        assert_eq!((target.server.as_str(), target.key.as_deref(), target.tenant.as_deref()), expected);
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn flags_come_before_variables_and_these_before_the_current_context() {
        let none = ConnectionArgs::default();
        check(&none, &[], ("https://prod.example", Some("k1"), Some("a/b")));
        check(&none, &[("REFRAIN_CONTEXT", "dev")], ("http://dev.example/", Some("k2"), None));
        check(&none, &[("REFRAIN_KEY", "k3")], ("https://prod.example", Some("k3"), Some("a/b")));
        let dev = ConnectionArgs { context: text("dev"), ..ConnectionArgs::default() };
        check(
            &dev,
            &[("REFRAIN_URL", "http://other"), ("REFRAIN_KEY", "k3")],
            ("http://dev.example/", Some("k2"), None),
        );
        let key = ConnectionArgs { key: text("k4"), tenant: text("x/y"), ..ConnectionArgs::default() };
        check(&key, &[("REFRAIN_KEY", "k3")], ("https://prod.example", Some("k4"), Some("x/y")));
    }

    #[test]
    fn the_key_of_a_context_goes_to_no_other_server() {
        let other = ConnectionArgs { server: text("https://other.example"), ..ConnectionArgs::default() };
        check(&other, &[], ("https://other.example", None, None));
        check(
            &ConnectionArgs::default(),
            &[("REFRAIN_URL", "https://other.example")],
            ("https://other.example", None, None),
        );
        let same = ConnectionArgs { server: text("https://prod.example/"), ..ConnectionArgs::default() };
        check(&same, &[], ("https://prod.example/", Some("k1"), Some("a/b")));
    }

    #[test]
    fn an_unknown_context_is_an_error_that_names_the_nearest() {
        let args = ConnectionArgs { context: text("prd"), ..ConnectionArgs::default() };
        let error = args.target(&|_| None, &contexts()).unwrap_err().to_string();
        assert_eq!(error, "error: there is no context `prd`\nhint: did you mean `prod`?\n");
    }
}
