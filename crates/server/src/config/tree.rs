//! The values of all sources as one tree. Every value has the place it came from.
//!
//! Later sources override earlier ones key by key. A value found to be invalid is marked and skipped, so that all
//! problems are found in one pass.

use std::collections::BTreeMap;
use std::fmt;

use super::place::Place;

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    /// Place of the key. Elements of a list have the place of their value.
    pub(super) key_place: Place,
    /// Place of the value.
    pub(super) place: Place,
    /// Whether the text appears unescaped in the file, so that columns in the text are columns of the file.
    pub(super) is_verbatim: bool,
    /// Whether the value was found to be invalid and is skipped.
    pub(super) is_skipped: bool,
}

/// A value of any source.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Bool(bool),
    Integer(i64),
    Float(f64),
    /// A text, or a date and time as it was written.
    Text(String),
    /// An untyped text of a variable or a flag. It is parsed as the type of its key.
    Untyped(String),
    List(Vec<Node>),
    Table(BTreeMap<String, Node>),
}

/// One step down the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// The path of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Path(pub(super) Vec<Step>);

impl Path {
    /// Parses a dotted path such as `server.bind`.
    pub(super) fn of(key: &str) -> Self {
        Self(key.split('.').map(|name| Step::Key(name.to_owned())).collect())
    }

    pub(super) fn key(&self, name: &str) -> Self {
        let mut longer = self.clone();
        longer.0.push(Step::Key(name.to_owned()));
        longer
    }

    pub(super) fn index(&self, index: usize) -> Self {
        let mut longer = self.clone();
        longer.0.push(Step::Index(index));
        longer
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(name) if depth == 0 => f.write_str(name)?,
                Step::Key(name) => write!(f, ".{name}")?,
                // Indexes shown to people count from 1.
                Step::Index(index) => write!(f, "[{}]", index + 1)?,
            }
        }
        Ok(())
    }
}

impl Node {
    pub(super) fn new(value: Value, key_place: Place, place: Place) -> Self {
        Self { value, key_place, place, is_verbatim: false, is_skipped: false }
    }

    /// Returns the value at `path`, if it was set.
    pub(super) fn find(&self, path: &Path) -> Option<&Self> {
        path.0.iter().try_fold(self, |node, step| match (&node.value, step) {
            (Value::Table(entries), Step::Key(name)) => entries.get(name),
            (Value::List(members), Step::Index(index)) => members.get(*index),
            _ => None,
        })
    }

    /// Returns whether a valid value was set at `key`.
    pub(super) fn is_given(&self, key: &str) -> bool {
        self.find(&Path::of(key)).is_some_and(|node| !node.is_skipped)
    }

    /// Marks a value as skipped. Returns `false` if there is no such value, or if it was already skipped.
    pub(super) fn mark_skipped(&mut self, path: &Path) -> bool {
        let mut node = self;
        for step in &path.0 {
            let next = match (&mut node.value, step) {
                (Value::Table(entries), Step::Key(name)) => entries.get_mut(name),
                (Value::List(members), Step::Index(index)) => members.get_mut(*index),
                _ => None,
            };
            let Some(next) = next else { return false };
            node = next;
        }
        !std::mem::replace(&mut node.is_skipped, true)
    }

    /// Returns the path, relative to this node, of the nearest value below that has this key.
    pub(super) fn find_below(&self, key: &str) -> Option<Path> {
        let mut level = vec![(Path::default(), self)];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (path, node) in level {
                match &node.value {
                    Value::Table(entries) if entries.contains_key(key) => return Some(path.key(key)),
                    Value::Table(entries) => next.extend(entries.iter().map(|(name, node)| (path.key(name), node))),
                    Value::List(members) => {
                        next.extend(members.iter().enumerate().map(|(index, node)| (path.index(index), node)));
                    }
                    Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Text(_) | Value::Untyped(_) => {}
                }
            }
            level = next;
        }
        None
    }

    /// Overlays another node: tables are merged, everything else is replaced.
    pub(super) fn overlay(&mut self, over: Self) {
        match (&mut self.value, over) {
            (Value::Table(entries), Self { value: Value::Table(over), .. }) => {
                for (name, node) in over {
                    match entries.get_mut(&name) {
                        Some(below) => below.overlay(node),
                        None => drop(entries.insert(name, node)),
                    }
                }
            }
            (_, over) => *self = over,
        }
    }

    /// Creates nested tables with one value at `path`.
    pub(super) fn at_path(path: &[&str], value: Value, place: &Place) -> Self {
        path.iter().rev().fold(Self::new(value, place.clone(), place.clone()), |inner, name| {
            let table = BTreeMap::from([((*name).to_owned(), inner)]);
            Self::new(Value::Table(table), place.clone(), place.clone())
        })
    }
}
