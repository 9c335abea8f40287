//! The import graph of each crate has no cycle, at any depth: neither its top-level modules nor the modules of any
//! folder use each other in a circle. A folder and its own modules may use each other. Cargo already guarantees the
//! same for the crates. Tests are not part of the graph: they may use everything.

use std::collections::{BTreeMap, BTreeSet};

use crate::assert_none;
use crate::imports::{Crate, Module};
use crate::tree::{File, files};

/// The crates: name, and folder of the source.
const CRATES: &[(&str, &str)] = &[
    ("recurrence", "crates/recurrence/src/"),
    ("ledger", "crates/ledger/src/"),
    ("stores", "crates/stores/src/"),
    ("engine", "crates/engine/src/"),
    ("cli", "crates/cli/src/"),
    ("server", "crates/server/src/"),
    ("client", "clients/rust/src/"),
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

/// Returns one finding for each import that is part of a cycle.
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
    for (name, source) in CRATES {
        let graphs = graphs(&files, source);
        let has_imports = graphs.get(&Vec::new()).is_some_and(|graph| graph.len() > 1);
        assert!(has_imports, "{name} has no imports");
        findings.extend(graphs.values().flat_map(cycle_findings));
    }
    assert_none(&findings);
}

/// Checks the number of imports that are part of a cycle in a crate with these files.
#[track_caller]
fn check(files: &[(&str, &str)], expected: usize) {
    let files: Vec<File> = files.iter().map(|(path, text)| File::sample(&format!("src/{path}"), text)).collect();
    let findings: Vec<String> = graphs(&files, "src/").values().flat_map(cycle_findings).collect();
    assert_eq!(findings.len(), expected, "{findings:?}");
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
fn a_cycle_in_a_folder_is_found_however_it_is_written() {
    let b = ("a/b.rs", "use super::C;");
    let mod_c = ("a/mod.rs", "mod b;\nmod c;\npub use c::C;");
    check(&[mod_c, b, ("a/c.rs", "use super::b::B;")], 2);
    check(&[mod_c, b, ("a/c.rs", "use crate::a::b;")], 2);
    check(&[("lib.rs", "pub use a::C;"), mod_c, ("a/b.rs", "use crate::C;"), ("a/c.rs", "use super::b;")], 2);
    check(&[mod_c, b, ("a/c/d.rs", "fn f() { super::super::b::f() }"), ("a/c.rs", "")], 2);
    check(&[mod_c, b, ("a/c.rs", "use super::d::D;"), ("a/d.rs", "")], 0);
    check(&[("a/mod.rs", "use c::f;"), b, ("a/c.rs", "use super::b;")], 0);
}

#[test]
fn imports_of_tests_and_texts_of_comments_are_no_part_of_a_cycle() {
    let b = ("b.rs", "use crate::a::A;");
    check(&[("a/mod.rs", "// crate::b::B\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}"), b], 0);
    check(&[("a/mod.rs", "#[cfg(test)]\npub(crate) mod fixture;"), ("a/fixture.rs", "use crate::b::B;"), b], 0);
    check(&[("a/mod.rs", "mod fixture;"), ("a/fixture.rs", "use crate::b::B;"), b], 2);
    check(&[("a/d.rs", "use super::b::B;"), ("a/b.rs", ""), ("b.rs", "use crate::a::d;")], 0);
}
