//! The import graph of each crate. Its top-level modules form no cycle, and within a folder of modules only the
//! knots in `KNOTS` do. Cargo already guarantees the same for the crates. Tests are not part of the graph: they may
//! use everything.

use std::collections::{BTreeMap, BTreeSet};

use crate::assert_none;
use crate::imports::{Crate, Module};
use crate::tree::{File, files};

const CRATES: &[&str] = &["recurrence", "ledger", "stores", "engine", "cli", "server"];

/// Modules of one folder that use each other in a circle. A new one fails the test, and so does one that was untied.
const KNOTS: &[(&str, &[&str])] = &[
    ("recurrence/cron", &["field", "special"]),
    ("recurrence/definition", &["calendar", "every", "recurrence", "schema"]),
    ("stores/postgres", &["again", "audit", "plan", "reading", "replan", "schedules"]),
    ("stores/redis", &["audit", "replan", "schedules"]),
    ("stores/sqlite", &["plan", "replan", "schedules"]),
    ("engine/dispatch", &["dispatch_rule", "rules"]),
    ("engine/dispatch/cel", &["arithmetic", "compare", "evaluate", "function", "term", "value"]),
    ("engine/embed", &["builder", "draft", "handler", "hooks", "refrain", "registry"]),
    ("engine/embed/queue", &["serve", "working"]),
    ("engine/observe", &["event", "metrics", "trace"]),
    ("engine/planner", &["after_completion", "window"]),
    ("engine/worker", &["claiming", "confirming", "serve", "settling"]),
];

/// The modules of one folder, and for each the modules beside it that it uses, with one place that shows it.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// Returns the graph of each folder of modules. The folder of the top-level modules is `[]`.
fn graphs(files: &[File], source: &str) -> BTreeMap<Module, Graph> {
    let source = Crate::new(files, source);
    let mut graphs: BTreeMap<Module, Graph> = BTreeMap::new();
    for (module, file) in source.modules() {
        for used in source.used_by(module) {
            let depth = module.iter().zip(&used).take_while(|(one, other)| one == other).count();
            // One of them contains the other: a folder may use its modules, and they may use it.
            let (Some(from), Some(to)) = (module.get(depth), used.get(depth)) else { continue };
            let uses = graphs.entry(module[..depth].to_vec()).or_default().entry(from.clone()).or_default();
            uses.entry(to.clone()).or_insert_with(|| file.path.clone());
        }
    }
    graphs
}

/// Returns one finding for each pair of modules that reach each other.
fn cycle_findings(graph: &Graph) -> Vec<String> {
    let mut findings = Vec::new();
    for (from, uses) in graph {
        for (to, place) in uses {
            if reaches(graph, to, from) {
                findings.push(format!("{place}: `{from}` uses `{to}`, which leads back to `{from}`"));
            }
        }
    }
    findings
}

/// Returns the groups of modules that reach each other.
fn knots(graph: &Graph) -> BTreeSet<Vec<String>> {
    let in_circle = graph.keys().filter(|name| graph[*name].keys().any(|used| reaches(graph, used, name)));
    in_circle
        .map(|name| {
            let others = graph.keys().filter(|other| reaches(graph, name, other) && reaches(graph, other, name));
            others.cloned().collect()
        })
        .collect()
}

fn reaches(graph: &Graph, from: &str, to: &str) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            open.extend(graph.get(module).into_iter().flat_map(BTreeMap::keys).map(String::as_str));
        }
    }
    false
}

#[test]
fn modules_do_not_import_each_other_in_a_circle() {
    let files = files();
    let mut findings = Vec::new();
    for name in CRATES {
        let graphs = graphs(&files, &format!("crates/{name}/src/"));
        let top = graphs.get(&Vec::new()).filter(|graph| graph.len() > 1);
        findings.extend(cycle_findings(top.unwrap_or_else(|| panic!("{name} has no imports"))));
    }
    assert_none(&findings);
}

#[test]
fn modules_of_a_folder_form_only_the_listed_knots() {
    let files = files();
    let mut found = BTreeMap::new();
    for name in CRATES {
        for (folder, graph) in graphs(&files, &format!("crates/{name}/src/")) {
            for knot in knots(&graph).into_iter().filter(|_| !folder.is_empty()) {
                let place = format!("{name}/{}: {}", folder.join("/"), knot.join(" "));
                found.insert(place, cycle_findings(&graph));
            }
        }
    }
    let listed: BTreeSet<String> =
        KNOTS.iter().map(|(folder, modules)| format!("{folder}: {}", modules.join(" "))).collect();
    let new = found.iter().filter(|(knot, _)| !listed.contains(*knot));
    let mut findings: Vec<String> =
        new.map(|(knot, why)| format!("new knot {knot}\n    {}", why.join("\n    "))).collect();
    let untied = listed.iter().filter(|knot| !found.contains_key(*knot));
    findings.extend(untied.map(|knot| format!("no longer a knot, remove it from the list: {knot}")));
    assert_none(&findings);
}

fn samples(files: &[(&str, &str)]) -> BTreeMap<Module, Graph> {
    let files: Vec<File> = files.iter().map(|(path, text)| File::sample(&format!("src/{path}"), text)).collect();
    graphs(&files, "src/")
}

/// Checks the number of imports that are part of a cycle in a crate with these files.
#[track_caller]
fn check(files: &[(&str, &str)], expected: usize) {
    let findings = samples(files).get(&Vec::new()).map(cycle_findings).unwrap_or_default();
    assert_eq!(findings.len(), expected, "{findings:?}");
}

/// Checks the knots of the folder `a` in a crate with these files.
#[track_caller]
fn check_folder(files: &[(&str, &str)], expected: &[&str]) {
    let found = samples(files).get(&vec!["a".to_owned()]).map(knots).unwrap_or_default();
    let found: Vec<String> = found.iter().map(|knot| knot.join(" ")).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_cycle_is_found_however_it_is_written() {
    let b = ("b.rs", "use crate::c::C;");
    check(&[("a/mod.rs", "use crate::b::B;"), b, ("c.rs", "")], 0);
    check(&[("a/mod.rs", "use crate::b::B;"), b, ("c.rs", "use crate::a::A;")], 3);
    check(&[("a/mod.rs", "use crate::b;"), ("b.rs", "fn f() { crate::a::f() }")], 2);
    check(&[("a/mod.rs", "use crate::{\n    b::{B, D},\n    c,\n};"), b, ("c.rs", "use crate::a;")], 4);
    check(&[("a/d/e.rs", "use super::super::super::b::B;"), ("b.rs", "use crate::{c, a};"), ("c.rs", "")], 2);
}

#[test]
fn a_cycle_through_a_reexport_is_found() {
    let (a, b) = (("a/mod.rs", "pub use d::A;"), ("b.rs", "use crate::A;"));
    let (d, unused) = (("a/d.rs", "use crate::b::B;"), ("a/d.rs", "use crate::c::C;"));
    check(&[("lib.rs", "pub use a::A;"), a, b, d], 2);
    check(&[("lib.rs", "pub use self::a::{A, d};"), a, b, d], 2);
    check(&[("lib.rs", "pub use a::d::X as A;"), a, b, d], 2);
    check(&[("lib.rs", "pub use a::*;"), ("a/mod.rs", "pub struct A;\nuse crate::b;"), b], 2);
    check(&[("lib.rs", "pub use a::A;"), a, b, unused, ("c.rs", "")], 0);
    check(&[("lib.rs", "pub use other::A;"), a, b, d], 0);
    check(&[("lib.rs", "pub use c::A;"), ("c.rs", "pub use crate::a::A;"), a, b, d], 4);
}

#[test]
fn a_knot_in_a_folder_is_found_however_it_is_written() {
    let b = ("a/b.rs", "use super::C;");
    let mod_c = ("a/mod.rs", "mod b;\nmod c;\npub use c::C;");
    check_folder(&[mod_c, b, ("a/c.rs", "use super::b::B;")], &["b c"]);
    check_folder(&[mod_c, b, ("a/c.rs", "use crate::a::b;")], &["b c"]);
    check_folder(
        &[("lib.rs", "pub use a::C;"), mod_c, ("a/b.rs", "use crate::C;"), ("a/c.rs", "use super::b;")],
        &["b c"],
    );
    check_folder(&[mod_c, b, ("a/c/d.rs", "fn f() { super::super::b::f() }"), ("a/c.rs", "")], &["b c"]);
    check_folder(&[mod_c, b, ("a/c.rs", "use super::d::D;"), ("a/d.rs", "")], &[]);
    check_folder(&[("a/mod.rs", "use c::f;"), b, ("a/c.rs", "use super::b;")], &[]);
}

#[test]
fn imports_of_tests_and_texts_of_comments_are_no_part_of_a_cycle() {
    let b = ("b.rs", "use crate::a::A;");
    check(&[("a/mod.rs", "// crate::b::B\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}"), b], 0);
    check(&[("a/mod.rs", "#[cfg(test)]\npub(crate) mod fixture;"), ("a/fixture.rs", "use crate::b::B;"), b], 0);
    check(&[("a/mod.rs", "mod fixture;"), ("a/fixture.rs", "use crate::b::B;"), b], 2);
    check(&[("a/d.rs", "use super::b::B;"), ("a/b.rs", ""), ("b.rs", "use crate::a::d;")], 0);
}
