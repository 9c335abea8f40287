//! Supply chain: every dependency comes from the public registry and has a permissive license.

use std::process::Command;

use serde_json::Value;

use crate::assert_none;
use crate::tree::{File, files, root};

/// Licenses that require nothing but their own text, and so place no obligation on programs that embed Refrain.
const PERMISSIVE: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

const NPM_REGISTRY: &str = "https://registry.npmjs.org/";
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Returns what cargo knows about the workspace and all its dependencies on this machine.
pub(crate) fn metadata() -> Value {
    let host = run("rustc", &["--print", "host-tuple"]);
    let text = run("cargo", &["metadata", "--locked", "--format-version=1", "--filter-platform", host.trim()]);
    serde_json::from_str(&text).expect("cargo metadata prints JSON")
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root()).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo and rustc print UTF-8")
}

fn license_findings(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages
        .filter_map(|package| {
            let license = package["license"].as_str().unwrap_or("no license");
            let name = package["name"].as_str().unwrap_or_default();
            (!is_permissive(license)).then(|| format!("{name}: {license}"))
        })
        .collect()
}

/// Licenses also allowed for tools that are run and never shipped: they oblige only those who change the tools.
const PERMISSIVE_TOOLS: [&str; 2] = ["MPL-2.0", "Python-2.0"];
/// Fonts have their own license, which forbids selling them alone.
const FONTS: (&str, &str) = ("node_modules/@fontsource", "OFL-1.1");

/// Checks each package in a lock file of npm, both shipped packages and build tools.
fn npm_findings(lock: &Value) -> Vec<String> {
    let packages = lock["packages"].as_object().into_iter().flatten().filter(|(path, _)| !path.is_empty());
    let mut findings = Vec::new();
    for (path, package) in packages {
        let license = package["license"].as_str().unwrap_or("no license");
        let is_tool = package["dev"] == true && PERMISSIVE_TOOLS.contains(&license);
        let is_font = path.starts_with(FONTS.0) && license == FONTS.1;
        if !is_permissive(license) && !is_tool && !is_font {
            findings.push(format!("{path}: {license}"));
        }
        let source = package["resolved"].as_str().unwrap_or(NPM_REGISTRY);
        if !source.starts_with(NPM_REGISTRY) {
            findings.push(format!("{path}: {source}"));
        }
    }
    findings
}

/// Evaluates an SPDX expression: `OR` offers a choice, `AND` does not, and an exception only adds permissions.
fn is_permissive(license: &str) -> bool {
    let spaced = license.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words: Vec<&str> = spaced.split_whitespace().rev().collect();
    let permissive = any_of(&mut words);
    permissive && words.is_empty()
}

fn any_of(words: &mut Vec<&str>) -> bool {
    let mut permissive = all_of(words);
    while words.pop_if(|word| *word == "OR").is_some() {
        permissive |= all_of(words);
    }
    permissive
}

fn all_of(words: &mut Vec<&str>) -> bool {
    let mut permissive = one(words);
    while words.pop_if(|word| *word == "AND").is_some() {
        permissive &= one(words);
    }
    permissive
}

fn one(words: &mut Vec<&str>) -> bool {
    let permissive = match words.pop() {
        Some("(") => {
            let inner = any_of(words);
            words.pop_if(|word| *word == ")").is_some() && inner
        }
        Some(name) => PERMISSIVE.contains(&name),
        None => false,
    };
    if words.pop_if(|word| *word == "WITH").is_some() {
        words.pop();
    }
    permissive
}

/// Lock files record the actual source of each package, including those of the benchmarks and fuzz targets.
fn source_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with("Cargo.lock")) {
        for line in file.text.lines() {
            let Some(source) = line.strip_prefix("source = ") else { continue };
            if source.trim_matches('"') != REGISTRY {
                findings.push(format!("{}: {source}", file.path));
            }
        }
    }
    findings
}

#[test]
fn every_dependency_has_a_permissive_license() {
    assert_none(&license_findings(&metadata()));
}

#[test]
fn every_dependency_comes_from_the_public_registry() {
    assert_none(&source_findings(&files()));
}

#[test]
fn every_package_of_the_console_and_of_a_client_is_permissive_and_public() {
    let files = files();
    for path in ["console/package-lock.json", "clients/typescript/package-lock.json"] {
        let lock = files.iter().find(|file| file.path == path).expect("the folder has a lock file");
        assert_none(&npm_findings(&serde_json::from_str(&lock.text).expect("npm writes JSON")));
    }
}

#[test]
fn a_package_of_the_console_with_obligations_is_found() {
    let check = |path: &str, package: Value, expected: usize| {
        let found = npm_findings(&serde_json::json!({ "packages": { "": {}, path: package } }));
        assert_eq!(found.len(), expected, "{found:?}");
    };
    check("node_modules/a", serde_json::json!({ "license": "MIT" }), 0);
    check("node_modules/a", serde_json::json!({ "license": "MPL-2.0", "dev": true }), 0);
    check("node_modules/a", serde_json::json!({ "license": "MPL-2.0" }), 1);
    check("node_modules/a", serde_json::json!({ "license": "OFL-1.1" }), 1);
    check("node_modules/@fontsource/a", serde_json::json!({ "license": "OFL-1.1" }), 0);
    check("node_modules/a", serde_json::json!({}), 1);
    check("node_modules/a", serde_json::json!({ "license": "MIT", "resolved": "https://example.com/a.tgz" }), 1);
}

#[test]
fn a_license_with_obligations_is_found() {
    for license in [
        "MIT",
        "MIT OR GPL-3.0",
        "MIT/Apache-2.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_permissive(license), "{license}");
    }
    for license in ["", "GPL-3.0", "MIT AND GPL-3.0", "(GPL-3.0 OR MPL-2.0) AND MIT", "(MIT", "MIT MIT", "no license"] {
        assert!(!is_permissive(license), "{license}");
    }
    let sample = serde_json::json!({"packages": [{"name": "a", "license": "MIT"}, {"name": "b", "license": null}]});
    assert_eq!(license_findings(&sample), ["b: no license"]);
}

#[test]
fn a_package_from_another_source_is_found() {
    let check = |source: &str, expected: usize| {
        let lock = format!("[[package]]\nname = \"a\"\nsource = \"{source}\"\n");
        assert_eq!(source_findings(&[File::sample("bench/Cargo.lock", &lock)]).len(), expected, "{source}");
    };
    check(REGISTRY, 0);
    check("git+https://github.com/a/a?rev=1#1", 1);
    check("registry+https://registry.example.com/index", 1);
}
