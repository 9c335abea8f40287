//! Parts of messages about a text that a person wrote: the quoted value, the line with a caret, the intended word.

mod excerpt;
mod line;
mod nearest;
mod quote;

pub use self::excerpt::excerpt;
pub use self::line::one_line;
pub use self::nearest::nearest;
pub use self::quote::{quoted, shortened};
