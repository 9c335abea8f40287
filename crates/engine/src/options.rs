//! How options are changed. A struct of options may get further fields in any version, so other crates cannot write
//! it as a literal.

/// Adds the method `with` to a struct of options.
macro_rules! changeable {
    ($options:ty) => {
        impl $options {
            /// Returns the options with a change, such as `options.with(|it| it.field = value)`.
            #[must_use]
            pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
                change(&mut self);
                self
            }
        }
    };
}
pub(crate) use changeable;
