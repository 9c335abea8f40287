//! Writes to standard output.

use std::io::{self, Write, stdout};

/// Writes to standard output. A closed pipe is not a failure: the reader has seen enough.
///
/// # Errors
/// If the output cannot be written, for example because the disk is full.
pub fn write_stdout(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
