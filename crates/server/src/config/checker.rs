//! Reports problems of checked values, with the place of their keys. Each section checks itself with it.

use refrain_recurrence::Length;

use super::problem::Problem;
use super::tree::{Node, Path, Value};

/// Collects problems, each with the place of its key.
pub(super) struct Checker<'a> {
    root: &'a Node,
    problems: &'a mut Vec<Problem>,
    warnings: &'a mut Vec<Problem>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(root: &'a Node, problems: &'a mut Vec<Problem>, warnings: &'a mut Vec<Problem>) -> Self {
        Self { root, problems, warnings }
    }

    /// Returns the keys of a table, including those whose values have errors.
    pub(super) fn keys_of(&self, table: &str) -> Vec<String> {
        match self.root.find(&Path::of(table)).map(|node| &node.value) {
            Some(Value::Table(entries)) => entries.keys().cloned().collect(),
            Some(_) | None => Vec::new(),
        }
    }

    /// Reports a problem with the value of a key.
    pub(super) fn refuse(&mut self, key: &str, code: &'static str, detail: String, hint: Option<&str>) {
        self.refuse_at(&Path::of(key), code, detail, hint);
    }

    pub(super) fn refuse_at(&mut self, path: &Path, code: &'static str, detail: String, hint: Option<&str>) {
        let problem = self.problem(path, code, detail, hint);
        self.problems.push(problem);
    }

    /// Reports something that is probably a mistake but may be intended.
    pub(super) fn warn_at(&mut self, path: &Path, code: &'static str, detail: String, hint: Option<&str>) {
        let problem = self.problem(path, code, detail, hint);
        self.warnings.push(problem);
    }

    fn problem(&self, path: &Path, code: &'static str, detail: String, hint: Option<&str>) -> Problem {
        let place = self.root.find(path).map(|node| node.place.clone());
        let problem = Problem::new(code, path.to_string(), detail).at(place);
        match hint {
            Some(hint) => problem.with_hint(hint),
            None => problem,
        }
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
