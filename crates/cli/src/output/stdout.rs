//! Writes to standard output.

use std::io::{self, Write, stdout};
use std::ops::ControlFlow;

/// Writes to standard output. A closed pipe is not a failure: the reader has seen enough.
///
/// # Errors
/// If the output cannot be written, for example because the disk is full.
pub fn write_stdout(text: &str) -> io::Result<()> {
    write_live(text).map(drop)
}

/// Writes to standard output, and returns `Break` if the reader has closed it. For commands that run until they are
/// stopped.
///
/// # Errors
/// If the output cannot be written, for example because the disk is full.
pub fn write_live(text: &str) -> io::Result<ControlFlow<()>> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(error) => Err(error),
    }
}
