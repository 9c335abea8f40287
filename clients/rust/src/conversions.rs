//! Conversions into generated types.

use std::time::Duration;

use crate::types::JitterWindow;
use crate::values::Seconds;

impl From<Seconds> for JitterWindow {
    fn from(window: Seconds) -> Self {
        Self::Text(window.to_string())
    }
}

impl From<Duration> for JitterWindow {
    fn from(window: Duration) -> Self {
        Seconds::from(window).into()
    }
}

impl From<&str> for JitterWindow {
    fn from(window: &str) -> Self {
        Self::Text(window.to_owned())
    }
}
