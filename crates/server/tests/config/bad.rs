//! Checks that all errors are reported at once, each with its place, its code and a hint.

use super::{good, load, reported};

/// Checks that a text has exactly one error, with this place and code, and that its message contains `words`.
#[track_caller]
fn check(text: &str, place: &str, code: &str, words: &[&str]) {
    let found = reported(load(text));
    let [(found_place, found_code, sentence)] = &found[..] else { panic!("{text}: {found:#?}") };
    assert_eq!((found_place.as_str(), *found_code), (place, code), "{text}\n{sentence}");
    for word in words {
        assert!(sentence.contains(word), "{text}\n{sentence} does not contain {word:?}");
    }
}

#[test]
fn unknown_keys_are_refused_with_the_nearest() {
    check("[server]\nbnid = 1", "2:1", "unknown_key", &["`server.bnid`", "did you mean `bind`?"]);
    check("[sever]\nbind = 1", "1:2", "unknown_key", &["`sever`", "did you mean `server`?"]);
    check("sever.bind = 1", "1:1", "unknown_key", &["`sever`", "did you mean `server`?"]);
    check("[server]\nbind = \"127.0.0.1:1\"\n  zzz = 1", "3:3", "unknown_key", &["one of bind, listen, role"]);
    check("[store.postgres]\npool = 3", "2:1", "unknown_key", &["`store.postgres.pool`", "pool_size"]);
    check("[server.tls]\ncert = \"a\"\nkey = \"b\"\ncertificate = \"c\"", "2:1", "unknown_key", &["`server.tls.cert`"]);
    check("[breakers.default]\nthreshold = 3", "2:1", "unknown_key", &["`breakers.default.threshold`"]);
    check("[background]\nenable_reccuring_actions = true", "2:1", "unknown_key", &["`enable_recurring_actions`"]);
    check("[server]\n\"bind \" = 1", "2:1", "unknown_key", &["did you mean `bind`?"]);
}

#[test]
fn values_of_the_wrong_type_name_the_expected_type() {
    check("server = 1", "1:10", "bad_value", &["`server` must be a table, found 1"]);
    check("[server]\nbind = 7433", "2:8", "bad_value", &["must be a string, found 7433"]);
    check("[server]\ninsecure = \"yes\"", "2:12", "bad_value", &["must be true or false, found the string `yes`"]);
    check("[server]\nconnections_max = -1", "2:19", "bad_value", &["a whole number, 0 or more, found -1"]);
    check("[server]\nconnections_max = 1.5", "2:19", "bad_value", &["found 1.5"]);
    check("[server]\nconnections_max = 99999999999999999999", "2:19", "bad_value", &["99999999999999999999"]);
    check("[server]\nhosts = \"a\"", "2:9", "bad_value", &["must be a list"]);
    check("[server]\nhosts = [\"a\", 2]", "2:15", "bad_value", &["`server.hosts[2]` must be a string, found 2"]);
    check("[engine]\nprovider_concurrency = { a = true }", "2:30", "bad_value", &["found true"]);
    check("[[server]]\nbind = \"x\"", "1:1", "bad_value", &["`server` must be a table, found a list"]);
    check("[schedule]\nid = \"x\"", "1:1", "bad_value", &["`schedule` must be a list, found a table"]);
}

#[test]
fn invalid_values_are_rejected_with_a_hint() {
    check(
        "[server]\nbind = \"localhost\"",
        "2:8",
        "bad_value",
        &["`localhost` is not an address with a port", "[::]:7433"],
    );
    check("[server]\nrole = \"wroker\"", "2:8", "unknown_value", &["cannot be `wroker`", "did you mean `worker`?"]);
    check("[server]\nrole = \"x\"", "2:8", "unknown_value", &["one of all, planner, worker, api"]);
    check("[server]\ndrain_for = \"soon\"", "2:13", "bad_value", &["`soon` is not a length of time", "`90s`"]);
    check("[server]\ndrain_for = -5", "2:13", "bad_value", &["cannot be negative"]);
    check("[server]\ndrain_for = \"1.5s\"", "2:13", "bad_value", &["whole, non-negative number of seconds"]);
    check("[server]\nnode = \"a b\"", "2:8", "bad_value", &["`server.node`", "\"a b\""]);
    check("[server]\npublic_url = \"refrain.org\"", "2:14", "bad_value", &["refrain.org", "https://"]);
    check("[server]\nhosts = [\"http://a\"]", "2:9", "bad_value", &["http://a", "without a scheme"]);
    check("[server]\ntrusted_proxies = [\"10.0.0.0/33\"]", "2:20", "bad_value", &["10.0.0.0/33", "10.0.0.0/8"]);
    check("[limits]\npayload_max = \"1 furlong\"", "2:15", "bad_value", &["`1 furlong` is not a size", "`256KiB`"]);
    check("[limits]\npayload_max = -1", "2:15", "bad_value", &["a size such as", "-1"]);
    check("[engine]\nkeep_for = \"for ever\"", "2:12", "bad_value", &["`for ever`", "or `forever`"]);
    check("[engine]\nhistory = \"all\"", "2:11", "unknown_value", &["one of none, errors, minimal, full"]);
    check("[engine.tenant_history]\n\"a b\" = \"full\"", "2:9", "bad_value", &["\"namespace/tenant\""]);
    check("[log]\nlevel = \"inof\"", "2:9", "unknown_value", &["`inof`", "did you mean `info`?"]);
    check("[log]\nlevel = \"info,refrain=loud\"", "2:9", "unknown_value", &["`loud`"]);
    check("[log]\nformat = \"xml\"", "2:10", "unknown_value", &["one of pretty, json"]);
    check("[store]\naddress = \"refrain.db\"", "2:11", "unknown_store", &["sqlite:refrain.db"]);
    check("[store]\naddress = \"sqlite:\"", "2:11", "bad_value", &["names no file"]);
    check(
        "[store]\naddress = { flie = \"x\" }",
        "2:13",
        "unknown_key",
        &["`store.address.flie`", "did you mean `file`?"],
    );
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    check("[engine]\nconcurrency = 0", "2:15", "out_of_range", &["is 0; it must be 1 or more"]);
    check("[engine]\nlease_for = \"0s\"", "2:13", "out_of_range", &["a second or more"]);
    check("[engine]\nplan_ahead_for = \"2d\"", "2:18", "out_of_range", &["a day or less"]);
    check("[engine.provider_concurrency]\nlog = 0", "2:7", "out_of_range", &["`engine.provider_concurrency.log`"]);
    check("[limits]\nbackfill_max = 10001", "2:16", "out_of_range", &["between 1 and 10000"]);
    check("[limits]\npage_max = 0", "2:12", "out_of_range", &["between 1 and 500"]);
    check("[limits]\npayload_max = \"257KiB\"", "2:15", "out_of_range", &["257KiB", "256KiB"]);
    check("[store.redis]\nshards = 0", "2:10", "out_of_range", &["1 or more"]);
    check("[store.postgres]\npool_size = 0", "2:13", "out_of_range", &["1 or more"]);
    check("[breakers.default]\nfailure_threshold = 0", "1:2", "out_of_range", &["failure_threshold 0"]);
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    check("[server]\nbind = \"0.0.0.0:80\"", "2:8", "unsafe_bind", &["0.0.0.0:80", "[server.tls]", "--insecure"]);
    check(
        "[auth]\nmode = \"keys\"\n[server]\nbind = \"[::]:80\"",
        "4:8",
        "unsafe_bind",
        &["needs a certificate in [server.tls]"],
    );
    check("[limits]\nbody_max = \"1KiB\"", "2:12", "conflict", &["1KiB", "256KiB"]);
    check("[secrets]\nkey_file = \"a\"\nkey_variable = \"B\"", "3:16", "conflict", &["remove one of them"]);
    check(
        "[tenancy]\nmulti = true\n[providers.sh]\nkind = \"command\"\ncommands = {}",
        "4:8",
        "conflict",
        &["`providers.sh` starts commands"],
    );
}

#[test]
fn unknown_providers_are_refused_wherever_they_are_named() {
    let check = |text: &str, place: &str, words: &[&str]| check(text, place, "unknown_provider", words);
    check("[breakers.default]\nfallback = \"pigeon\"", "2:12", &["`pigeon`, which is not configured"]);
    check("[breakers.providers]\nwebhok = { recovery = \"1m\" }", "2:10", &["`webhok`", "did you mean `webhook`?"]);
    check("[breakers.providers]\nwebhook = { fallback = \"lgo\" }", "2:24", &["`lgo`", "did you mean `log`?"]);
    check("[breakers]\nwithout = [\"handlr\"]", "2:11", &["`handlr`"]);
    check(
        "[engine.provider_concurrency]\nmial = 3\n[providers.mail]\nkind = \"log\"",
        "2:8",
        &["did you mean `mail`?"],
    );
    // Names that exist without being configured, and the name of a section with an error.
    good("[breakers]\nwithout = [\"handler\", \"webhook\"]\n[breakers.providers]\nqueue = { fallback = \"log\" }");
    good("[engine.provider_concurrency]\nhandler = 2\nmail = 3\n[providers.mail]\nkind = \"log\"");
    let found = reported(load("[engine.provider_concurrency]\nmail = 3\n[providers.mail]\nkind = \"lgo\""));
    assert_eq!(found.len(), 1, "{found:#?}");
    // A node that runs nothing needs no providers.
    let loaded = good("[server]\nrole = \"api\"\n[breakers.default]\nfallback = \"pigeon\"");
    assert_eq!(loaded.warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), ["unknown_provider"]);
}

#[test]
fn a_fallback_that_starts_programs_is_refused() {
    let command = "[providers.sh]\nkind = \"command\"\ncommands = {}\n";
    for (breakers, named) in [
        ("[breakers.providers]\nwebhook = { fallback = \"sh\" }", "the fallback of webhook is sh"),
        ("[breakers.default]\nfallback = \"sh\"", "is sh"),
    ] {
        let found = reported(load(&format!("{command}{breakers}")));
        let [(_, "conflict", sentence)] = &found[..] else { panic!("{found:#?}") };
        assert!(sentence.contains(named) && sentence.contains("starts programs"), "{sentence}");
    }
    let other = command.replace(".sh", ".other");
    good(&format!("{command}{other}[breakers.providers]\nother = {{ fallback = \"sh\" }}"));
}

#[test]
fn headers_for_every_host_are_refused_between_tenants() {
    let hook = "[providers.hook]\nkind = \"webhook\"\nheaders = { authorization = \"Bearer X\" }\n";
    let multi = "[tenancy]\nmulti = true\n";
    check(&format!("{hook}{multi}"), "3:11", "conflict", &["`providers.hook.headers`", "`headers_for`"]);
    good(hook);
    for bound in
        ["headers_for = [\"api.example.com\"]\n", "headers_for = [\"*\"]\n", "target = \"https://example.org/\"\n"]
    {
        good(&format!("{hook}{bound}{multi}"));
    }
}

#[test]
fn syntax_errors_have_a_place() {
    check("[server\nbind = 1", "1:8", "bad_syntax", &["not TOML"]);
    check("[log]\nlevel = ", "2:9", "bad_syntax", &["not TOML"]);
    check("[log]\nlevel = \"info\"\nlevel = \"warn\"", "3:1", "bad_syntax", &["duplicate"]);
}

#[test]
fn all_errors_are_reported_in_order() {
    let text = "[server]\nbind = 1\nbnid = 2\nrole = \"x\"\n[log]\nlevel = \"loud\"\nformat = 3\n[nothing]\n[engine]\nbatch_max = 0\n";
    let found: Vec<(String, &str)> = reported(load(text)).into_iter().map(|(place, code, _)| (place, code)).collect();
    let expected = [
        ("2:8", "bad_value"),
        ("3:1", "unknown_key"),
        ("4:8", "unknown_value"),
        ("6:9", "unknown_value"),
        ("7:10", "bad_value"),
        ("8:2", "unknown_key"),
        ("10:13", "out_of_range"),
    ];
    assert_eq!(found, expected.map(|(place, code)| (place.to_owned(), code)));
}

#[test]
fn a_file_with_many_errors_terminates() {
    let text = (0..1_000).map(|number| format!("key{number} = {number}\n")).collect::<String>();
    assert!((1..=200).contains(&reported(load(&text)).len()));
    assert!(!reported(load(&"[".repeat(100_000))).is_empty());
    assert!(!reported(load("\u{0}\u{1}")).is_empty());
}
