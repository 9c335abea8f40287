//! The import graph of each crate: its top-level modules form no cycle. Cargo already guarantees the same for the
//! crates. Tests are not part of the graph: they may use everything.

use std::collections::{BTreeMap, BTreeSet};

use crate::assert_none;
use crate::tree::{File, files};

/// Top-level modules of a crate, and for each the modules it uses, with one place that shows it.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// Returns the source files of a crate with the paths of their modules: `src/a/b.rs` is `[a, b]`.
fn modules<'a>(files: &'a [File], source: &str) -> Vec<(Vec<&'a str>, &'a File)> {
    let mut modules = Vec::new();
    for file in files {
        let Some(path) = file.path.strip_prefix(source).and_then(|path| path.strip_suffix(".rs")) else { continue };
        let path = path.strip_suffix("/mod").unwrap_or(path);
        if path != "lib" && path != "main" {
            modules.push((path.split('/').collect(), file));
        }
    }
    modules
}

/// Returns the code of a file as one text, without comments and without an inline module of tests.
fn code(file: &File) -> String {
    let lines: Vec<&str> = file.code_lines().map(|(_, line)| line.trim()).collect();
    let tests = lines.windows(2).position(|pair| pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod tests {"));
    lines[..tests.unwrap_or(lines.len())].join(" ")
}

/// Returns whether a module is compiled only for tests, because one of its ancestors declares it so.
fn is_test_only(module: &[&str], modules: &[(Vec<&str>, &File)]) -> bool {
    (1..module.len()).any(|depth| {
        let parent = modules.iter().find(|(path, _)| path == &module[..depth]);
        let declaration = format!("mod {};", module[depth]);
        parent.is_some_and(|(_, file)| {
            let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
            lines.windows(2).any(|pair| pair[0] == "#[cfg(test)]" && pair[1].ends_with(&declaration))
        })
    })
}

/// Returns the top-level modules named by paths that start with `crate`.
fn named_from_the_root(code: &str) -> Vec<&str> {
    let mut named = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let is_path = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let rest = &code[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{').filter(|_| is_path) {
            named.extend(heads(list));
        } else if is_path {
            named.push(head(rest));
        }
    }
    named
}

/// Returns the first names of the items in a list, up to its closing brace.
fn heads(list: &str) -> Vec<&str> {
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(head(list[start..at].trim_start()));
                start = at + 1;
            }
            _ => {}
        }
        if c == '}' && depth == 0 && start == at + 1 {
            break;
        }
    }
    names
}

/// Returns the name at the start of a text.
fn head(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// Returns the top-level modules named by paths of `super` that lead out of the module's own top-level module.
fn named_from_above<'a>(code: &'a str, module: &[&str]) -> Vec<&'a str> {
    let ladder = "super::".repeat(module.len());
    let mut named = Vec::new();
    for (at, _) in code.match_indices(&ladder) {
        let rest = &code[at + ladder.len()..];
        if !code[..at].ends_with("super::") && !rest.starts_with("super::") {
            named.extend(rest.strip_prefix('{').map_or_else(|| vec![head(rest)], heads));
        }
    }
    named
}

fn graph(files: &[File], source: &str) -> Graph {
    let modules = modules(files, source);
    let tops: BTreeSet<&str> = modules.iter().map(|(path, _)| path[0]).collect();
    let mut graph = Graph::new();
    for (module, file) in modules.iter().filter(|(path, _)| !is_test_only(path, &modules)) {
        let code = code(file);
        let named = named_from_the_root(&code).into_iter().chain(named_from_above(&code, module));
        for used in named.filter(|used| tops.contains(used) && *used != module[0]) {
            let uses = graph.entry(module[0].to_owned()).or_default();
            uses.entry(used.to_owned()).or_insert_with(|| file.path.clone());
        }
    }
    graph
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
    for name in ["recurrence", "ledger", "stores", "engine", "server"] {
        let graph = graph(&files, &format!("crates/{name}/src/"));
        assert!(graph.len() > 1, "{name} has imports");
        findings.extend(cycle_findings(&graph));
    }
    assert_none(&findings);
}

/// Checks the number of imports that are part of a cycle in a crate with these files.
#[track_caller]
fn check(files: &[(&str, &str)], expected: usize) {
    let files: Vec<File> = files.iter().map(|(path, text)| File::sample(&format!("src/{path}"), text)).collect();
    let findings = cycle_findings(&graph(&files, "src/"));
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
fn imports_of_tests_and_texts_of_comments_are_no_part_of_a_cycle() {
    let b = ("b.rs", "use crate::a::A;");
    check(&[("a/mod.rs", "// crate::b::B\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}"), b], 0);
    check(&[("a/mod.rs", "#[cfg(test)]\npub(crate) mod fixture;"), ("a/fixture.rs", "use crate::b::B;"), b], 0);
    check(&[("a/mod.rs", "mod fixture;"), ("a/fixture.rs", "use crate::b::B;"), b], 2);
    check(&[("a/d.rs", "use super::b::B;"), ("a/b.rs", ""), ("b.rs", "use crate::a::d;")], 0);
}
