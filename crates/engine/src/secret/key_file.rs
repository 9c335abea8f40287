//! The file with the master keys. Only its owner may read it, and a crash leaves either the old file or the new
//! one.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use zeroize::Zeroizing;

use crate::error::Error;
use crate::error_code::ErrorCode;

/// Maximum size of a key file in bytes.
const FILE_BYTES_MAX: u64 = 16 * 1024;

/// Reads the file.
pub(super) fn read(path: &Path) -> Result<Zeroizing<String>, Error> {
    let bad = |error: std::io::Error| bad_key(&format!("the key file {} cannot be read: {error}", path.display()));
    let file = File::open(path).map_err(bad)?;
    check_rights(path, &file)?;
    let mut text = Zeroizing::new(String::new());
    let read = file.take(FILE_BYTES_MAX + 1).read_to_string(&mut text).map_err(bad)?;
    // A file that is cut off would lose keys, and what they encrypt.
    if read as u64 > FILE_BYTES_MAX {
        return Err(bad_key(&format!("the key file {} has more than {FILE_BYTES_MAX} bytes", path.display())));
    }
    Ok(text)
}

/// Creates the file. Returns false if it already exists; the existing file stays unchanged.
pub(super) fn create(path: &Path, text: &str) -> Result<bool, Error> {
    match write_new(path, text) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(cannot_write(path, &error)),
    }
}

/// Replaces the content of the file.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), Error> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = Path::new(&beside);
    // A file left over from a crash is useless.
    match fs::remove_file(beside) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(cannot_write(beside, &error)),
    }
    write_new(beside, text).and_then(|()| fs::rename(beside, path)).map_err(|error| cannot_write(path, &error))
}

fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    // Secrets sealed with a key that is lost in a crash would be lost too, so the file is synced first.
    file.sync_all()?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

#[cfg(unix)]
fn check_rights(path: &Path, file: &File) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt;
    let cannot = |error: std::io::Error| bad_key(&format!("the key file {} cannot be read: {error}", path.display()));
    let mode = file.metadata().map_err(cannot)?.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        return Ok(());
    }
    let detail = format!("the key file {} may be read by others: its mode is {mode:o}", path.display());
    Err(Error::invalid(ErrorCode::MasterKey, detail).with_hint("run chmod 600 on the file"))
}

#[cfg(not(unix))]
fn check_rights(_: &Path, _: &File) -> Result<(), Error> {
    Ok(())
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    bad_key(&format!("the key file {} cannot be written: {error}", path.display()))
}

/// The error of master keys that cannot be read or used.
pub(super) fn bad_key(detail: &str) -> Error {
    Error::invalid(ErrorCode::MasterKey, detail).with_hint("a master key is written as NAME:BASE64 of 32 random bytes")
}
