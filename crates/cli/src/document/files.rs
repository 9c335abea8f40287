//! Finds and reads files: directories recursively, within a limit on their size.

use std::fs::{self, File};
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use crate::problem::{Problem, Problems};
use crate::source::Source;
use crate::tree::{Format, Limits};

/// Path that stands for standard input.
pub const STDIN: &str = "-";
/// Maximum nesting depth of directories. It also ends circles of links.
const DIRECTORY_DEPTH_MAX: usize = 32;

/// Reads files, and all files below directories whose name `is_wanted`. Entries whose name begins with a dot are left
/// out. The path `-` is standard input. The result is in the order of the paths, and within a directory in the order
/// of names.
///
/// # Errors
/// If a path does not exist or cannot be read, a directory has no such file, a file is not UTF-8, or the files
/// together exceed the limit. Their size is checked before they are read.
pub fn read_files(
    paths: &[PathBuf],
    limits: Limits,
    is_wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<Source>, Problems> {
    let mut problems = Vec::new();
    let mut files = Vec::new();
    for path in paths {
        let before = files.len();
        if path.is_dir() {
            collect(path, DIRECTORY_DEPTH_MAX, &is_wanted, &mut files, &mut problems);
            if files.len() == before && problems.is_empty() {
                let detail = format!("{} contains no file to read", path.display());
                problems.push(Problem::new("missing_file", detail));
            }
        } else {
            files.push(path.clone());
        }
    }
    if let Err(problem) = check_size(&files, limits.bytes_max) {
        problems.push(problem);
    }
    if !problems.is_empty() {
        return Err(Problems(problems));
    }
    let (mut sources, mut left) = (Vec::new(), limits.bytes_max);
    for file in &files {
        match read_file(file, &mut left, limits.bytes_max) {
            Ok(source) => sources.push(source),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(sources) } else { Err(Problems(problems)) }
}

fn collect(
    directory: &Path,
    depth: usize,
    is_wanted: &impl Fn(&Path) -> bool,
    files: &mut Vec<PathBuf>,
    problems: &mut Vec<Problem>,
) {
    if depth == 0 {
        let detail = format!("{} is nested more than {DIRECTORY_DEPTH_MAX} directories deep", directory.display());
        problems.push(Problem::new("too_deep", detail));
        return;
    }
    let entries = match fs::read_dir(directory).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
        Ok(entries) => entries,
        Err(error) => {
            problems.push(unreadable(directory, &error));
            return;
        }
    };
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    for path in paths {
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden {
            continue;
        }
        if path.is_dir() {
            collect(&path, depth - 1, is_wanted, files, problems);
        } else if is_wanted(&path) {
            files.push(path);
        }
    }
}

fn check_size(files: &[PathBuf], bytes_max: u64) -> Result<(), Problem> {
    let mut total = 0_u64;
    for file in files {
        total = total.saturating_add(fs::metadata(file).map_or(0, |found| found.len()));
        if total > bytes_max {
            return Err(too_long(file, bytes_max));
        }
    }
    Ok(())
}

fn read_file(path: &Path, left: &mut u64, bytes_max: u64) -> Result<Source, Problem> {
    let mut bytes = Vec::new();
    // A pipe has no size beforehand.
    let read = if path == Path::new(STDIN) {
        stdin().lock().take(*left + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(*left + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| unreadable(path, &error))?;
    *left = left.checked_sub(bytes.len() as u64).ok_or_else(|| too_long(path, bytes_max))?;
    let name = if path == Path::new(STDIN) { "<stdin>".to_owned() } else { path.display().to_string() };
    read_text(&name, bytes)
}

/// Creates a source from the bytes of a file.
///
/// # Errors
/// If the bytes are not UTF-8.
pub fn read_text(name: &str, bytes: Vec<u8>) -> Result<Source, Problem> {
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| {
        let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let at = valid.len();
        Problem::at(&Source::new(name, valid), at, "bad_encoding", "the text is not UTF-8 from here on")
            .with_hint("save the file in UTF-8")
    })
}

fn unreadable(path: &Path, error: &std::io::Error) -> Problem {
    if error.kind() == std::io::ErrorKind::NotFound {
        return Problem::new("missing_file", format!("{} does not exist", path.display()));
    }
    Problem::new("unreadable_file", format!("{} cannot be read: {error}", path.display()))
}

fn too_long(path: &Path, bytes_max: u64) -> Problem {
    let detail = format!("the files up to {} are longer than {bytes_max} bytes together", path.display());
    Problem::new("too_long", detail).with_hint("read fewer files at once")
}

/// Returns whether a file has a format that can contain documents.
pub(super) fn is_document(path: &Path) -> bool {
    Format::of(path).is_some()
}
