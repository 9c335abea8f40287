//! Files in arguments, where `-` is standard input.

use std::io::{Read as _, stdin};
use std::path::{Path, PathBuf};

use crate::document::{read_files, read_text};
use crate::exit::Failure;
use crate::problem::Problems;
use crate::source::Source;
use crate::tree::{Format, Limits};

/// Name of standard input as a file.
const STDIN: &str = "-";

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// If it cannot be read, is too long, or is not UTF-8.
pub(super) fn file(path: &Path) -> Result<Source, Failure> {
    if path != Path::new(STDIN) {
        if path.is_dir() {
            return Err(Failure::usage(format!("{} is a directory, expected a file", path.display())));
        }
        let mut sources = read_files(&[path.to_owned()], Limits::default(), |_| true)?;
        return sources.pop().ok_or_else(|| Failure::usage(format!("{} cannot be read", path.display())));
    }
    let mut bytes = Vec::new();
    let limit = Limits::default().bytes_max;
    let read = stdin().lock().take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::usage(format!("standard input cannot be read: {error}")))?;
    if bytes.len() as u64 > limit {
        return Err(Failure::usage(format!("standard input is longer than {limit} bytes")));
    }
    Ok(read_text("standard input", bytes).map_err(Problems::from)?)
}

/// Reads the files and directories, and standard input for `-`.
///
/// # Errors
/// If one of them cannot be read.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in paths {
        if path == Path::new(STDIN) {
            sources.push(file(path)?);
        } else {
            sources
                .extend(read_files(std::slice::from_ref(path), Limits::default(), |file| Format::of(file).is_some())?);
        }
    }
    Ok(sources)
}
