//! Checks the names of providers in the configuration. A server has exactly the providers of its configuration and
//! those that exist without being configured, so any other name is a typing error, except on a node that runs nothing.

use std::collections::BTreeSet;

use refrain::model::HANDLER_PROVIDER;
use refrain_cli::text::{nearest, quoted};

use super::Config;
use super::checker::Checker;
use super::server::Role;
use super::tree::Path;

/// Providers that exist without being configured.
const BUILT_IN: [&str; 3] = ["log", "queue", "webhook"];

/// Checks every name of a provider outside the schedules, and the fallbacks of circuit breakers.
pub(super) fn check(config: &Config, checker: &mut Checker<'_>) {
    // A section with an error was reported already, but its name is known.
    let given = checker.keys_of("providers");
    let configured = config.providers.keys().chain(&given).map(String::as_str);
    let names: BTreeSet<&str> = configured.chain(BUILT_IN).collect();
    let mut check = |path: Path, name: &str, allowed: &[&str]| {
        if names.contains(name) || allowed.contains(&name) {
            return;
        }
        let detail = format!("`{path}` names the provider {}, which is not configured", quoted(name));
        let hint = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("configure it in [providers.{name}], or use one of {}", join(&names)),
        };
        match config.server.role {
            Role::All | Role::Worker => checker.refuse_at(&path, "unknown_provider", detail, Some(&hint)),
            // The nodes that run something may have other providers.
            Role::Api | Role::Planner => checker.warn_at(&path, "unknown_provider", detail, Some(&hint)),
        }
    };
    let breakers = Path::of("breakers");
    for (name, options) in &config.breakers.providers {
        let path = breakers.key("providers").key(name);
        check(path.clone(), name, &[HANDLER_PROVIDER]);
        if let Some(fallback) = &options.fallback {
            check(path.key("fallback"), fallback, &[]);
        }
    }
    if let Some(fallback) = &config.breakers.default.fallback {
        check(breakers.key("default").key("fallback"), fallback, &[]);
    }
    for name in &config.breakers.without {
        check(breakers.key("without"), name, &[HANDLER_PROVIDER]);
    }
    for name in config.engine.provider_concurrency.keys() {
        check(Path::of("engine").key("provider_concurrency").key(name), name, &[HANDLER_PROVIDER]);
    }
    let starts_programs = |name: &str| config.providers.get(name).is_some_and(|it| it.kind() == "command");
    if let Err(error) = config.breakers.check_fallbacks(names.iter().copied(), starts_programs) {
        let detail = format!("`breakers` cannot be used: {}", error.detail());
        checker.refuse("breakers", error.code(), detail, error.hint());
    }
}

fn join(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(", ")
}
