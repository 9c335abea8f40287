//! Checks that types cannot express: numbers out of range, and settings that contradict each other.

use refrain_recurrence::Length;

use super::Config;
use super::auth::AuthMode;
use super::problem::Problem;
use super::tree::{Node, Path};

/// Collects problems, each with the place of its key.
pub(super) struct Checker<'a> {
    root: &'a Node,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(root: &'a Node, problems: &'a mut Vec<Problem>) -> Self {
        Self { root, problems }
    }

    /// Reports a problem with the value of a key.
    pub(super) fn refuse(&mut self, key: &str, code: &'static str, detail: String, hint: Option<&str>) {
        self.refuse_at(&Path::of(key), code, detail, hint);
    }

    pub(super) fn refuse_at(&mut self, path: &Path, code: &'static str, detail: String, hint: Option<&str>) {
        let place = self.root.find(path).map(|node| node.place.clone());
        let mut problem = Problem::new(code, path.to_string(), detail).at(place);
        if let Some(hint) = hint {
            problem = problem.with_hint(hint);
        }
        self.problems.push(problem);
    }

    pub(super) fn at_least(&mut self, key: &str, number: usize, least: usize) {
        if number < least {
            let detail = format!("`{key}` is {number}; it must be {least} or more");
            self.refuse(key, "out_of_range", detail, None);
        }
    }

    pub(super) fn between(&mut self, key: &str, number: usize, least: usize, most: usize) {
        if !(least..=most).contains(&number) {
            let detail = format!("`{key}` is {number}; it must be between {least} and {most}");
            self.refuse(key, "out_of_range", detail, None);
        }
    }

    pub(super) fn at_least_a_second(&mut self, key: &str, length: Length) {
        if length.seconds() < 1 {
            let detail = format!("`{key}` is {length}; it must be a second or more");
            self.refuse(key, "out_of_range", detail, None);
        }
    }

    pub(super) fn at_most_a_day(&mut self, key: &str, length: Length) {
        if length.seconds() > 86_400 {
            let detail = format!("`{key}` is {length}; it must be a day or less");
            self.refuse(key, "out_of_range", detail, None);
        }
    }
}

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
    if let Err(error) = config.breakers.check() {
        checker.refuse("breakers", error.code(), format!("`breakers` cannot be used: {error}"), None);
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
    }
}

/// Checks that an address reachable from other machines has keys and TLS, unless `insecure` is set.
fn check_bind(config: &Config, checker: &mut Checker<'_>) {
    let server = &config.server;
    if server.bind.is_loopback() || server.insecure {
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
