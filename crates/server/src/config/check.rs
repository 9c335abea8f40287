//! Checks that types cannot express: numbers out of range, and settings that contradict each other.

use super::Config;
use super::auth::AuthMode;
use super::checker::Checker;
use super::provider::ProviderConfig;
use super::provider_names;
use super::tree::Path;

/// Checks every section, and the constraints between sections.
pub(super) fn check(config: &Config, checker: &mut Checker<'_>) {
    config.server.check(checker);
    config.store.check(checker);
    config.engine.check(checker);
    config.limits.check(checker);
    config.auth.check(checker);
    config.log.check(checker);
    config.telemetry.check(checker);
    check_bind(config, checker);
    provider_names::check(config, checker);
    if let Err(error) = config.breakers.check() {
        checker.refuse(
            "breakers",
            error.code(),
            format!("`breakers` cannot be used: {}", error.detail()),
            error.hint(),
        );
    }
    if let (Some(_), Some(_)) = (&config.secrets.key_file, &config.secrets.key_variable) {
        let detail = "`secrets.key_variable` and `secrets.key_file` both name the master keys".to_owned();
        checker.refuse("secrets.key_variable", "conflict", detail, Some("remove one of them"));
    }
    if config.tenancy.multi {
        for (name, _) in config.providers.iter().filter(|(_, provider)| provider.kind() == "command") {
            let detail = format!("`providers.{name}` starts commands, which `tenancy.multi` does not allow");
            let hint =
                "commands are for one tenant who owns the machine; remove the provider, or turn tenancy.multi off";
            checker.refuse(&format!("providers.{name}.kind"), "conflict", detail, Some(hint));
        }
        for (name, provider) in &config.providers {
            check_headers(name, provider, checker);
        }
    }
}

/// Checks that the headers of a webhook provider do not go to every host that a tenant names.
fn check_headers(name: &str, provider: &ProviderConfig, checker: &mut Checker<'_>) {
    let ProviderConfig::Webhook(options) = provider else { return };
    if options.headers.is_empty() || options.restricts_headers() {
        return;
    }
    let path = Path::of("providers").key(name).key("headers");
    let detail =
        format!("`{path}` would be sent to any host that a tenant names, which `tenancy.multi` does not allow");
    let hint =
        "name the hosts that may see the headers in `headers_for`, such as [\"api.example.com\"], or [\"*\"] for all";
    checker.refuse_at(&path, "conflict", detail, Some(hint));
}

/// Checks that an address reachable from other machines has keys and TLS, unless `insecure` is set.
fn check_bind(config: &Config, checker: &mut Checker<'_>) {
    let server = &config.server;
    if !server.listen || server.bind.is_loopback() || server.insecure {
        return;
    }
    let needs = match (config.auth.mode, &server.tls) {
        (AuthMode::Keys, Some(_)) => return,
        (AuthMode::Keys, None) => "a certificate in [server.tls]",
        (AuthMode::Open, Some(_)) => "`auth.mode = \"keys\"`",
        (AuthMode::Open, None) => "`auth.mode = \"keys\"` and a certificate in [server.tls]",
    };
    let detail = format!("`server.bind` is {}, which other machines can reach; that needs {needs}", server.bind);
    let hint = "or set `insecure = true` (--insecure) if a proxy in front of the server provides both";
    checker.refuse("server.bind", "unsafe_bind", detail, Some(hint));
}
