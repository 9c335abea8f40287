//! Named servers with their keys, in a file that only its owner can read.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap_complete::engine::CompletionCandidate;
use serde::{Deserialize, Serialize};

use crate::exit::{Exit, Failure};
use crate::text::nearest;

/// A server, and how to identify to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// URL of the server.
    pub server: String,
    /// API key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Tenant, for keys of all tenants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// File of certificates to trust instead of the system's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
}

/// All contexts of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contexts {
    /// Name of the context that commands use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    /// Contexts by name.
    #[serde(default)]
    pub contexts: BTreeMap<String, Context>,
}

impl Contexts {
    /// Returns the path of the file: `refrain/config.toml` below `XDG_CONFIG_HOME` or `~/.config`.
    ///
    /// # Errors
    /// If neither `XDG_CONFIG_HOME` nor `HOME` is set.
    pub fn path() -> Result<PathBuf, Failure> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = variable("XDG_CONFIG_HOME").or_else(|| variable("HOME").map(|home| home.join(".config")));
        let folder = folder.ok_or_else(|| Failure::usage("neither XDG_CONFIG_HOME nor HOME is set"))?;
        Ok(folder.join("refrain").join("config.toml"))
    }

    /// Reads the file. Without one, there are no contexts.
    ///
    /// # Errors
    /// If the file cannot be read, is invalid, or can be read by others than its owner.
    pub fn load() -> Result<Self, Failure> {
        let Ok(path) = Self::path() else { return Ok(Self::default()) };
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failure::usage(format!("{} cannot be read: {error}", path.display()))),
        };
        check_private(&path)?;
        Self::parse(&text)
            .map_err(|error| Failure::usage(format!("{} is invalid: {}", path.display(), error.trim_end())))
    }

    /// Reads the text of the file.
    ///
    /// # Errors
    /// If the text is invalid. Values are not part of the message.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.message().to_owned())
    }

    /// Writes the file, readable only by its owner. A crash leaves the old or the new file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self) -> Result<PathBuf, Failure> {
        let path = Self::path()?;
        let text = toml::to_string(self)
            .map_err(|error| Failure::new(Exit::Failure, format!("the contexts cannot be written: {error}")))?;
        write_private(&path, &text)
            .map_err(|error| Failure::new(Exit::Failure, format!("{} cannot be written: {error}", path.display())))?;
        Ok(path)
    }

    /// Returns the context that commands use.
    pub fn current(&self) -> Option<&Context> {
        self.contexts.get(self.current.as_ref()?)
    }

    /// Returns a context by name.
    ///
    /// # Errors
    /// If there is none, with the nearest name.
    pub fn named(&self, name: &str) -> Result<&Context, Failure> {
        self.contexts.get(name).ok_or_else(|| {
            let failure = Failure::new(Exit::NotFound, format!("there is no context `{name}`"));
            match nearest(name, self.contexts.keys().map(String::as_str)) {
                Some(near) => failure.with_hint(format!("did you mean `{near}`?")),
                None => failure.with_hint("`refrain context list` shows all contexts"),
            }
        })
    }
}

/// Returns names of contexts, for shell completion.
pub fn complete_contexts(current: &OsStr) -> Vec<CompletionCandidate> {
    let (Ok(all), Some(typed)) = (Contexts::load(), current.to_str()) else { return Vec::new() };
    let matching = all.contexts.into_iter().filter(|(name, _)| name.starts_with(typed));
    matching.map(|(name, context)| CompletionCandidate::new(name).help(Some(context.server.into()))).collect()
}

/// Refuses a file with keys that others can read.
#[cfg(unix)]
fn check_private(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = fs::metadata(path).map_or(0, |data| data.permissions().mode() & 0o777);
    if mode & 0o077 == 0 {
        return Ok(());
    }
    let message = format!("{} contains keys and can be read by others (mode {mode:o})", path.display());
    Err(Failure::usage(message).with_hint(format!("run `chmod 600 {}`", path.display())))
}

#[cfg(not(unix))]
fn check_private(_: &Path) -> Result<(), Failure> {
    Ok(())
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(folder)?;
    let partial = path.with_extension("toml.partial");
    // One that a crash has left might be readable by others.
    match fs::remove_file(&partial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options.open(&partial)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&partial, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_file_is_refused_without_its_values() {
        let error = Contexts::parse("[contexts.a]\nserver = 1\nkey = \"secret-1\"\n").unwrap_err();
        assert!(error.contains("expected a string") && !error.contains("secret-1"), "{error}");
        assert!(Contexts::parse("[context.a]\nserver = \"x\"\n").unwrap_err().contains("context"));
    }

    #[cfg(unix)]
    #[test]
    fn a_written_file_is_private_also_when_it_replaces_one() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = env::temp_dir().join(format!("refrain-contexts-{}", std::process::id()));
        let path = folder.join("config.toml");
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, "").unwrap();
        assert!(check_private(&path).is_err());
        write_private(&path, "current = \"a\"\n").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        check_private(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "current = \"a\"\n");
        fs::remove_dir_all(&folder).unwrap();
    }
}
