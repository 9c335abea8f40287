//! The layout of a store, and the programs that may use it. It lets an older and a newer program share one
//! database while nodes are replaced one by one (Decision 0039).
//!
//! A store records two numbers:
//! - the version of its layout, which is the number of its last migration;
//! - the oldest version that a program must support to use the store.
//!
//! A program that is newer than the store migrates it. A program that is older uses the store if it supports the
//! oldest version, and is refused otherwise. The format of data inside rows, such as definitions, is part of the
//! layout: a program writes nothing that the oldest reader cannot read.

use refrain_ledger::store::StoreError;

/// One step from a layout to the next.
#[cfg(any(feature = "sqlite", feature = "postgres"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Migration {
    /// SQL of the migration.
    pub(crate) sql: &'static str,
    /// Oldest layout whose programs can still use the store after this migration.
    pub(crate) oldest_reader: i64,
}

/// Layout numbers that a store records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Number of the last migration.
    pub version: i64,
    /// Oldest version that a program must support to use the store.
    pub oldest_reader: i64,
}

/// Layout found at a store's location before the store is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutProbe {
    /// Layout of the store, if there is one.
    pub layout: Option<Layout>,
    /// Newest layout version that this program supports.
    pub known: i64,
}

impl Layout {
    /// Builds the layout from the recorded numbers. A store from before `oldest_reader` was recorded supports
    /// only its own version.
    #[cfg(any(feature = "sqlite", feature = "postgres", feature = "redis"))]
    pub(crate) fn of(version: i64, oldest_reader: Option<i64>) -> Self {
        Self { version, oldest_reader: oldest_reader.unwrap_or(version) }
    }

    /// Refuses a program that supports layouts up to `known` if it would misread data of newer programs.
    ///
    /// # Errors
    /// [`StoreError::Newer`], the same error as for opening the store.
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
    fn an_older_program_is_accepted_down_to_the_oldest_reader() {
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
        // A store that is older than the program is migrated, whatever it records.
        check(1, None, 3, true);
    }
}
