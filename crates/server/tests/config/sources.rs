//! Sources of values, and their precedence.

use std::path::PathBuf;

use refrain_server::config::{AuthMode, LoadedConfig, LogFormat, Overrides, Role, Sources};

use super::{good, load, load_all, reported};

fn set(assignments: &[&str]) -> Overrides {
    Overrides { set: assignments.iter().map(|text| (*text).to_owned()).collect(), ..Overrides::default() }
}

#[test]
fn an_empty_file_and_no_file_are_the_defaults() {
    let none = LoadedConfig::from_sources(&Sources { folder: PathBuf::from("/nowhere/at/all"), ..Sources::default() })
        .unwrap();
    assert_eq!((&good("").config, none.file), (&none.config, None));
    assert_eq!(none.config, refrain_server::config::Config::default());
    assert_eq!(none.config.server.bind.to_string(), "127.0.0.1:7433");
}

#[test]
fn a_named_file_must_exist() {
    let overrides = Overrides { config: Some("/nowhere/refrain.toml".into()), ..Overrides::default() };
    let [(_, code, sentence)] = &reported(load_all("", &[], overrides))[..] else { panic!("expected one problem") };
    assert_eq!(*code, "missing_file");
    assert!(sentence.contains("/nowhere/refrain.toml"), "{sentence}");
    let [(_, code, _)] = &reported(load_all("", &[("REFRAIN_CONFIG", "/nowhere/x.toml")], Overrides::default()))[..]
    else {
        panic!("expected one problem")
    };
    assert_eq!(*code, "missing_file");
}

#[test]
fn flags_override_variables_and_variables_override_the_file() {
    let text = "[server]\nnode = \"file\"\nbind = \"127.0.0.1:1\"\ndrain_for = \"1s\"\n[log]\nlevel = \"warn\"";
    let variables = [("REFRAIN_SERVER__NODE", "variable"), ("REFRAIN_SERVER__DRAIN_FOR", "2s")];
    let overrides = Overrides { node: Some("flag".to_owned()), ..set(&["server.node=set"]) };
    let config = load_all(text, &variables, overrides).unwrap().config;
    assert_eq!(config.server.node.as_deref(), Some("flag"));
    assert_eq!(config.server.drain_for.seconds(), 2);
    assert_eq!(config.server.bind.to_string(), "127.0.0.1:1");
    assert_eq!(config.log.level, "warn");
}

#[test]
fn every_flag_reaches_its_key() {
    let overrides = Overrides {
        bind: Some("0.0.0.0:1".to_owned()),
        store: Some("memory:".to_owned()),
        role: Some(Role::Planner),
        insecure: true,
        node: Some("n1".to_owned()),
        log_format: Some(LogFormat::Json),
        ..set(&["limits.payload_max=1KiB", "server.hosts=a.example, b.example", "auth.mode=keys"])
    };
    let config = load_all("", &[], overrides).unwrap().config;
    assert_eq!(config.server.bind.to_string(), "0.0.0.0:1");
    assert_eq!((config.server.role, config.server.insecure, config.log.format), (Role::Planner, true, LogFormat::Json));
    assert_eq!((config.limits.payload_max.bytes(), config.auth.mode), (1_024, AuthMode::Keys));
    assert_eq!(config.server.hosts, ["a.example", "b.example"]);
    assert_eq!(config.engine_options().node.as_str(), "n1");
}

#[test]
fn variables_are_parsed_as_the_type_of_their_key() {
    let variables = [
        ("REFRAIN_SERVER__INSECURE", "true"),
        ("REFRAIN_SERVER__CONNECTIONS_MAX", " 7 "),
        ("REFRAIN_SERVER__HOSTS", "a,b"),
        ("REFRAIN_SERVER__TRUSTED_PROXIES", "[\"10.0.0.0/8\"]"),
        ("REFRAIN_SERVER__NODE", "7"),
        ("REFRAIN_ENGINE__LEASE_FOR", "1m"),
        ("REFRAIN_ENGINE__PROVIDER_CONCURRENCY", "{ mail = 3 }"),
        ("REFRAIN_STORE__POSTGRES__POOL_SIZE", "3"),
        ("REFRAIN_PROVIDERS__MAIL__KIND", "log"),
        ("REFRAIN_BACKGROUND__ENABLE_RECURRING_ACTIONS", "false"),
    ];
    let config = load_all("", &variables, Overrides::default()).unwrap().config;
    assert_eq!((config.server.insecure, config.server.connections_max), (true, 7));
    assert_eq!((config.server.hosts, config.server.trusted_proxies.len()), (vec!["a".to_owned(), "b".to_owned()], 1));
    assert_eq!(config.server.node.as_deref(), Some("7"));
    assert_eq!((config.engine.lease_for.seconds(), config.engine.provider_concurrency["mail"]), (60, 3));
    assert_eq!((config.store.postgres.pool_size, config.server.role), (3, Role::Api));
    assert_eq!(config.providers["mail"].kind(), "log");
}

#[test]
fn errors_name_the_variable_or_flag() {
    let check = |name: &str, text: &str, code: &str, word: &str| {
        let found = reported(load_all("", &[(name, text)], Overrides::default()));
        assert_eq!((found[0].0.as_str(), found[0].1, found.len()), (name, code, 1), "{}", found[0].2);
        assert!(found[0].2.contains(word), "{}", found[0].2);
    };
    check("REFRAIN_SERVER__BNID", "x", "unknown_key", "did you mean `bind`?");
    check("REFRAIN_SERVER__INSECURE", "yes", "bad_value", "`yes`");
    check("REFRAIN_SERVER__CONNECTIONS_MAX", "many", "bad_value", "`many`");
    check("REFRAIN_SERVER", "x", "bad_variable", "REFRAIN_SERVER__KEY");
    check("REFRAIN_SERVER__", "x", "bad_variable", "REFRAIN_SERVER__KEY");
    check("REFRAIN_LOG__LEVEL", "loud", "unknown_value", "`loud`");
    check("REFRAIN_TELEMETRY__SAMPLE_PERCENT", "101", "out_of_range", "101");
    for (assignment, place, code) in [
        ("server.bnid=1", "--set server.bnid", "unknown_key"),
        ("sever.bind=1", "--set sever.bind", "unknown_key"),
        ("server.bind", "--set", "bad_flag"),
        ("bind=1", "--set", "bad_flag"),
        ("=1", "--set", "bad_flag"),
        ("", "--set", "bad_flag"),
    ] {
        let found = reported(load_all("", &[], set(&[assignment])));
        assert_eq!((found[0].0.as_str(), found[0].1), (place, code), "{assignment}");
    }
    let found = reported(load_all("", &[], Overrides { bind: Some("x".to_owned()), ..Overrides::default() }));
    assert_eq!((found[0].0.as_str(), found[0].1), ("--bind", "bad_value"));
}

#[test]
fn unknown_variables_cause_a_warning() {
    let variables = [("REFRAIN_VECTORS", "/x"), ("REFRAIN_SEVER__BIND", "x"), ("PATH", "/bin")];
    let warnings = load_all("", &variables, Overrides::default()).unwrap().warnings;
    let reported: Vec<String> = warnings.iter().map(|warning| warning.as_warning().to_string()).collect();
    assert_eq!(reported.len(), 2, "{reported:?}");
    assert!(reported[0].starts_with("warning[unknown_variable]: REFRAIN_VECTORS"), "{reported:?}");
    assert!(reported[1].contains("did you mean REFRAIN_SERVER__BIND?"), "{reported:?}");
}

#[test]
fn acteon_keys_are_aliases() {
    let config = good("[background]\nenable_recurring_actions = true\nrecurring_check_interval_seconds = 7").config;
    assert_eq!((config.server.role, config.engine.check_every.seconds()), (Role::All, 7));
    let config = good("[background]\nenable_recurring_actions = false").config;
    assert_eq!((config.server.role, config.engine.check_every.seconds()), (Role::Api, 5));
    let both = "[background]\nenable_recurring_actions = false\nrecurring_check_interval_seconds = 7\n\
        [server]\nrole = \"worker\"\n[engine]\ncheck_every = \"9s\"";
    let loaded = good(both);
    assert_eq!((loaded.config.server.role, loaded.config.engine.check_every.seconds()), (Role::Worker, 9));
    let reported: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert!(reported[0].contains("refrain.toml:3:1: `background.recurring_check_interval_seconds`"), "{reported:?}");
    assert!(reported[1].contains("refrain.toml:2:1: `background.enable_recurring_actions`"), "{reported:?}");
    let zero = told_of("[background]\nrecurring_check_interval_seconds = 0");
    assert!(zero.contains("2:36") && zero.contains("a second or more"), "{zero}");
}

fn told_of(text: &str) -> String {
    load(text).expect_err("the configuration must be rejected").to_string()
}

#[test]
fn the_file_sets_engine_options() {
    let config = good(
        "[engine]\nconcurrency = 3\ntenant_concurrency = 2\nkeep_for = \"forever\"\nkeep_dead_work_for = \"2d\"\nhistory = \"errors\"\n\
         tenant_history = { \"a/b\" = \"full\" }\n[server]\ndrain_for = \"3s\"\n[metrics]\nschedules_max = 9",
    )
    .config;
    let options = config.engine_options();
    assert_eq!((options.worker.slots, options.worker.tenant_slots), (3, Some(2)));
    assert_eq!((options.keep_for, options.worker.drain_for.as_secs()), (None, 3));
    assert_eq!((options.keep_dead_work_for.unwrap().as_hours(), options.metrics.schedules_max), (48, 9));
    assert_eq!(
        (options.worker.history.tenants.len(), options.worker.history.node),
        (1, refrain::model::History::Errors)
    );
}
