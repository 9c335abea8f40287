//! The layout of a store, and who may work on it: what lets an older and a newer program share one database while nodes are
//! replaced one by one (Decision 0039).
//!
//! A store keeps two numbers: the version of its layout, which is the number of its last migration, and the oldest version that
//! a program must know to work on it. A program that is newer than the store migrates it; one that is older works on it when it
//! is not older than that, and is refused otherwise. The form of what is kept inside rows, such as definitions, is part of the
//! layout: a program writes nothing that the oldest reader could not read.

use crate::store::StoreError;

/// One step from a layout to the next.
#[cfg(any(feature = "sqlite", feature = "postgres"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Migration {
    /// What makes it.
    pub(crate) sql: &'static str,
    /// The oldest layout whose programs can still work on what it makes.
    pub(crate) oldest_reader: i64,
}

/// What a store says of its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of its last migration.
    pub version: i64,
    /// The oldest version that a program must know to work on it.
    pub oldest_reader: i64,
}

/// What was found where a store is to be, before it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutFound {
    /// None where there is nothing yet.
    pub layout: Option<Layout>,
    /// The newest that this program knows.
    pub known: i64,
}

impl Layout {
    /// What is kept: a store of before anyone said who may read it is for its own version alone.
    #[cfg(any(feature = "sqlite", feature = "postgres", feature = "redis"))]
    pub(crate) fn of(version: i64, oldest_reader: Option<i64>) -> Self {
        Self { version, oldest_reader: oldest_reader.unwrap_or(version) }
    }

    /// Refuses a program that knows layouts up to `known` where it would misread what newer ones have written.
    ///
    /// # Errors
    /// [`StoreError::Newer`], as opening the store would answer.
    pub fn check(self, known: i64) -> Result<(), StoreError> {
        let Self { version, oldest_reader } = self;
        if version > known && oldest_reader > known {
            return Err(StoreError::Newer { found: version, known });
        }
        Ok(())
    }
}

#[cfg(all(test, any(feature = "sqlite", feature = "postgres", feature = "redis")))]
mod tests {
    use super::*;

    #[test]
    fn an_older_program_works_where_it_is_not_older_than_the_oldest_reader() {
        let check = |version, oldest_reader, known, may: bool| {
            assert_eq!(
                Layout::of(version, oldest_reader).check(known).is_ok(),
                may,
                "{version} {oldest_reader:?} {known}"
            );
        };
        check(1, Some(1), 1, true);
        check(2, Some(1), 1, true);
        check(2, Some(2), 1, false);
        check(2, None, 1, false);
        check(3, Some(2), 1, false);
        check(3, Some(2), 2, true);
        // What is older than the program is migrated, whatever it says.
        check(1, None, 3, true);
    }
}
