//! Stands in for parts of the library that are being written beside this: lint.
//!
//! Traits, so that the library's own methods of the same names take their place without a change elsewhere.

use jiff::Timestamp;
use refrain_recurrence::Rule;

pub(crate) struct Warning {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

pub(crate) trait Lint {
    fn lint(&self, from: Timestamp) -> Vec<Warning>;
}

impl Lint for Rule {
    fn lint(&self, from: Timestamp) -> Vec<Warning> {
        let none = self.next_after(from).is_none();
        let warning = || Warning { code: "never_fires", message: format!("nothing after {from}"), hint: None };
        none.then(warning).into_iter().collect()
    }
}
