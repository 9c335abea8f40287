//! What can be said against a definition before it is saved, without a store.

use super::Control;
use super::save::check;
use crate::definition::Definition;
use crate::error::Error;

impl<R> Control<R> {
    /// Refuses a definition that could never be saved. Its recurrence is not compiled here.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self, definition: &Definition) -> Result<(), Error> {
        check(definition)?;
        self.providers.check(&definition.action)
    }
}
