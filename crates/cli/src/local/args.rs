//! Flags that select the store of this machine.

use std::path::PathBuf;

use clap::Args;

/// Flags that select the store of this machine, instead of a server.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Without a server")]
pub struct StoreArgs {
    /// Work on the store of refrain.toml
    ///
    /// --config, --store and --set imply it.
    #[arg(long, global = true)]
    pub local: bool,
    /// Configuration file. Default: refrain.toml, if it exists
    #[arg(long, global = true, value_name = "PATH", hide_short_help = true)]
    pub config: Option<PathBuf>,
    /// Store: `sqlite:FILE`, `postgres://…` or `redis://…`. Default: that of the configuration
    #[arg(long, global = true, value_name = "ADDRESS", hide_short_help = true)]
    pub store: Option<String>,
    /// Set any key of the configuration, such as `store.postgres.schema=billing`
    #[arg(long = "set", global = true, value_name = "KEY=VALUE", hide_short_help = true)]
    pub set: Vec<String>,
}

impl StoreArgs {
    /// Returns whether the flags select the store of this machine.
    pub fn is_local(&self) -> bool {
        let Self { local, config, store, set } = self;
        *local || config.is_some() || store.is_some() || !set.is_empty()
    }
}

/// A store of this machine, and the tenant in it.
#[derive(Clone, Debug)]
pub struct LocalPlace<'a> {
    /// Flags that select the store.
    pub store: &'a StoreArgs,
    /// File with the master keys, if it is not that of the configuration.
    pub master_keys: Option<&'a PathBuf>,
    /// Tenant, as `TENANT` or `NAMESPACE/TENANT`.
    pub tenant: Option<&'a str>,
}
