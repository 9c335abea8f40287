//! The modules of a crate, and the modules that each of them uses. A path counts for every module that it leads
//! through: the one that it names, those that re-export the item, and the one that defines it.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::File;

/// Path of a module below the root of its crate: `src/a/b.rs` is `[a, b]`, and `src/lib.rs` is `[]`.
pub(crate) type Module = Vec<String>;

/// Maximum number of re-exports that a path is followed through. Only a circle of re-exports has more.
const REEXPORTS_MAX: usize = 8;

/// The source of one crate.
pub(crate) struct Crate<'a> {
    files: BTreeMap<Module, &'a File>,
    codes: BTreeMap<Module, String>,
    uses: BTreeMap<Module, Uses>,
}

/// The `use` declarations of a module. Its children can name all of them through it.
#[derive(Default)]
struct Uses {
    names: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
}

impl<'a> Crate<'a> {
    pub(crate) fn new(files: &'a [File], source: &str) -> Self {
        let mut all = BTreeMap::new();
        for file in files {
            let Some(path) = file.path.strip_prefix(source).and_then(|path| path.strip_suffix(".rs")) else { continue };
            let path = path.strip_suffix("/mod").unwrap_or(path);
            let is_root = path == "lib" || path == "main";
            let module = if is_root { Vec::new() } else { path.split('/').map(str::to_owned).collect() };
            // The binary of the server has a root beside its library, which declares no module.
            if path != "main" || !all.contains_key(&module) {
                all.insert(module, file);
            }
        }
        let codes: BTreeMap<Module, String> = all.iter().map(|(module, file)| (module.clone(), code(file))).collect();
        let uses = codes.iter().map(|(module, code)| (module.clone(), uses(code))).collect();
        Self { files: all, codes, uses }
    }

    /// Returns the modules that are not compiled for tests only, with their files.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (&Module, &'a File)> {
        self.files.iter().filter(|(module, _)| !self.is_test_only(module)).map(|(module, file)| (module, *file))
    }

    /// Returns whether a module is compiled only for tests, because one of its ancestors declares it so.
    fn is_test_only(&self, module: &[String]) -> bool {
        (0..module.len()).any(|depth| {
            let declaration = format!("mod {};", module[depth]);
            self.files.get(&module[..depth]).is_some_and(|parent| {
                let lines: Vec<&str> = parent.text.lines().map(str::trim).collect();
                lines.windows(2).any(|pair| pair[0] == "#[cfg(test)]" && pair[1].ends_with(&declaration))
            })
        })
    }

    /// Returns the modules that the paths in a module lead through.
    pub(crate) fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let mut visited = BTreeSet::new();
        for path in self.codes.get(module).map(|code| paths(code)).unwrap_or_default() {
            self.follow(module, &path, &mut visited, 0);
        }
        visited
    }

    /// Adds the modules that a path leads through when it is written in a module.
    fn follow(&self, module: &[String], path: &[String], visited: &mut BTreeSet<Module>, reexports: usize) {
        let (mut at, mut names) = start(module, path);
        visited.insert(at.clone());
        while let Some((name, rest)) = names.split_first() {
            at.push(name.clone());
            if !self.is_module(&at) {
                at.pop();
                break;
            }
            visited.insert(at.clone());
            names = rest;
        }
        let Some((name, rest)) = names.split_first() else { return };
        // A path that begins with the name it imports leads to another crate: `use serde_json;`.
        if let Some(mut target) = self.imported(&at, name).filter(|target| target.first() != Some(name))
            && reexports < REEXPORTS_MAX
        {
            target.extend_from_slice(rest);
            self.follow(&at, &target, visited, reexports + 1);
        }
    }

    /// Returns the path under which a module imports a name, or re-exports it.
    fn imported(&self, module: &Module, name: &String) -> Option<Vec<String>> {
        let uses = self.uses.get(module)?;
        let from_glob = || {
            let glob = uses.globs.iter().find(|glob| self.declares(module, glob, name))?;
            Some([&glob[..], std::slice::from_ref(name)].concat())
        };
        uses.names.get(name).cloned().or_else(from_glob)
    }

    /// Returns whether a module that another one imports with `*` has an item of this name.
    fn declares(&self, module: &Module, glob: &[String], name: &str) -> bool {
        let (at, names) = start(module, glob);
        self.codes.get(&[&at[..], names].concat()).is_some_and(|code| {
            let kinds = ["struct", "enum", "trait", "fn", "type", "const", "mod"];
            kinds.iter().any(|kind| code.contains(&format!("{kind} {name}")))
        })
    }

    /// Returns whether a path is a module. A folder is one even if the sample of a test has no `mod.rs`.
    fn is_module(&self, path: &[String]) -> bool {
        self.files.range(path.to_vec()..).next().is_some_and(|(module, _)| module.starts_with(path))
    }
}

/// Returns the module that a path starts at, and the names behind it.
fn start<'p>(module: &[String], path: &'p [String]) -> (Module, &'p [String]) {
    let is_up = |name: &&String| *name == "super";
    match path.first().map(String::as_str) {
        Some("crate") => (Vec::new(), &path[1..]),
        Some("self") => (module.to_vec(), &path[1..]),
        _ => {
            let ups = path.iter().take_while(is_up).count();
            (module[..module.len().saturating_sub(ups)].to_vec(), &path[ups..])
        }
    }
}

/// Returns the code of a file as one text, without comments and without an inline module of tests.
fn code(file: &File) -> String {
    let lines: Vec<&str> = file.code_lines().map(|(_, line)| line.trim()).collect();
    let tests = lines.windows(2).position(|pair| pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod tests {"));
    lines[..tests.unwrap_or(lines.len())].join(" ")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the paths in a code that begin at the root, at the module itself or at its parent.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(start) {
            let before = &code[..at];
            if !before.ends_with(|c: char| is_word(c) || c == ':') {
                tree(&code[at..], &[], &mut |path, _| paths.push(path));
            }
        }
    }
    paths
}

/// Returns the names that the `use` declarations in a code bring into a module.
fn uses(code: &str) -> Uses {
    let mut uses = Uses::default();
    for (at, keyword) in code.match_indices("use ") {
        if code[..at].ends_with(|c: char| is_word(c)) {
            continue;
        }
        tree(&code[at + keyword.len()..], &[], &mut |mut path, alias| match (alias, path.last().map(String::as_str)) {
            (None, Some("*")) => {
                path.pop();
                uses.globs.push(path);
            }
            (None, Some(name)) => drop(uses.names.insert(name.to_owned(), path)),
            (Some(alias), _) => drop(uses.names.insert(alias, path)),
            (None, None) => {}
        });
    }
    uses
}

/// Passes on each path of a tree such as `a::{b, c::{self, D as E}}` with its alias, and returns the text behind it.
fn tree<'t>(text: &'t str, prefix: &[String], found: &mut impl FnMut(Vec<String>, Option<String>)) -> &'t str {
    let mut path = prefix.to_vec();
    let mut rest = text.trim_start();
    loop {
        if let Some(list) = rest.strip_prefix('{') {
            rest = list.trim_start();
            while !rest.is_empty() && !rest.starts_with('}') {
                let behind = tree(rest, &path, found);
                let next = behind.trim_start().trim_start_matches(',').trim_start();
                if next.len() == rest.len() {
                    return rest;
                }
                rest = next;
            }
            return rest.strip_prefix('}').unwrap_or(rest);
        }
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let end = if rest.starts_with('*') { 1 } else { end };
        if end == 0 {
            return rest;
        }
        let name = &rest[..end];
        rest = &rest[end..];
        // `self` in a list is the module that the list belongs to.
        if name != "self" || path.is_empty() {
            path.push(name.to_owned());
        }
        match rest.strip_prefix("::") {
            Some(behind) if !behind.starts_with('<') => rest = behind,
            Some(_) | None => break,
        }
    }
    let alias = rest.strip_prefix(" as ").map(|alias| alias.split(|c: char| !is_word(c)).next().unwrap_or_default());
    if let Some(alias) = alias {
        rest = &rest[" as ".len() + alias.len()..];
    }
    found(path, alias.map(str::to_owned));
    rest
}
