//! What all sources said, as one tree: every value with the place it came from.
//!
//! Later sources are laid over earlier ones key by key. A value that turned out to be wrong is taken out, and reading goes on
//! without it: so all problems are found in one go.

use std::collections::BTreeMap;
use std::fmt;

use super::place::Place;

/// One value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    /// Where its key stands; the same as the value's for members of a list.
    pub(super) key_place: Place,
    /// Where the value stands.
    pub(super) place: Place,
    /// Whether the text of the value stands in the file as it is, so that columns in it are columns of the file.
    pub(super) is_verbatim: bool,
    /// Whether it was found to be wrong, and is to be passed over.
    pub(super) is_out: bool,
}

/// What a source can say.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Bool(bool),
    Integer(i64),
    Float(f64),
    /// A text, or a date and time as it was written.
    Text(String),
    /// A text of a variable or a flag: it becomes whatever its key asks for.
    Loose(String),
    List(Vec<Node>),
    Table(BTreeMap<String, Node>),
}

/// One step down the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// The way to a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Path(pub(super) Vec<Step>);

impl Path {
    /// A way along keys, as in `server.bind`.
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
                // People count from one.
                Step::Index(index) => write!(f, "[{}]", index + 1)?,
            }
        }
        Ok(())
    }
}

impl Node {
    pub(super) fn new(value: Value, key_place: Place, place: Place) -> Self {
        Self { value, key_place, place, is_verbatim: false, is_out: false }
    }

    /// The value there; none when nobody said anything.
    pub(super) fn find(&self, path: &Path) -> Option<&Self> {
        path.0.iter().try_fold(self, |node, step| match (&node.value, step) {
            (Value::Table(entries), Step::Key(name)) => entries.get(name),
            (Value::List(members), Step::Index(index)) => members.get(*index),
            _ => None,
        })
    }

    /// Whether anybody said something there that stands.
    pub(super) fn is_given(&self, key: &str) -> bool {
        self.find(&Path::of(key)).is_some_and(|node| !node.is_out)
    }

    /// Passes a value over from now on. False when there is none that was not passed over already.
    pub(super) fn take_out(&mut self, path: &Path) -> bool {
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
        !std::mem::replace(&mut node.is_out, true)
    }

    /// The nearest value below that has this key, and the way to it from here.
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
                    Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Text(_) | Value::Loose(_) => {}
                }
            }
            level = next;
        }
        None
    }

    /// Lays another over this one: tables are joined, everything else is replaced.
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

    /// A table with one value in it, along the path.
    pub(super) fn at_path(path: &[&str], value: Value, place: &Place) -> Self {
        path.iter().rev().fold(Self::new(value, place.clone(), place.clone()), |inner, name| {
            let table = BTreeMap::from([((*name).to_owned(), inner)]);
            Self::new(Value::Table(table), place.clone(), place.clone())
        })
    }
}
