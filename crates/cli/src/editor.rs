//! A text that a person edits in the editor of their choice.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, id};

use crate::exit::{Exit, Failure};

/// Variables that name the editor, in the order in which they are looked up.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];
/// Editor if no variable names one.
const DEFAULT_EDITOR: &str = "vi";

/// A text in a temporary file that only its owner can read. The file is kept until [`Draft::remove`].
#[derive(Debug)]
pub(crate) struct Draft {
    path: PathBuf,
    /// Text that the program has written first.
    original: String,
}

impl Draft {
    /// Creates the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn create(name: &str, text: &str) -> Result<Self, Failure> {
        let path = env::temp_dir().join(format!("refrain-{name}-{}.yaml", id()));
        let draft = Self { path, original: text.to_owned() };
        // One that a crash has left under the same name must not be followed or shared.
        let _ = fs::remove_file(&draft.path);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let written = options.open(&draft.path).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| draft.failure("written", &error))?;
        Ok(draft)
    }

    /// Opens the text in the editor, and returns it as the person has left it.
    ///
    /// # Errors
    /// If the editor cannot be started or fails, or the text cannot be read.
    pub(crate) fn edit(&self) -> Result<String, Failure> {
        let editor = editor(|name| env::var(name).ok());
        let failed = |reason: String| {
            let failure = Failure::new(Exit::Failure, format!("the editor `{editor}` {reason}"));
            failure.with_hint("name an editor in VISUAL or EDITOR, or use `--set PATH=VALUE`")
        };
        let status =
            command(&editor, &self.path).status().map_err(|error| failed(format!("could not be started: {error}")))?;
        if !status.success() {
            return Err(failed(format!("failed: {status}")));
        }
        fs::read_to_string(&self.path).map_err(|error| self.failure("read", &error))
    }

    /// Replaces the text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn replace(&self, text: &str) -> Result<(), Failure> {
        fs::write(&self.path, text).map_err(|error| self.failure("written", &error))
    }

    /// Returns whether a person has changed the text.
    pub(crate) fn is_changed(&self) -> bool {
        fs::read_to_string(&self.path).is_ok_and(|text| text != self.original)
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file.
    pub(crate) fn remove(self) {
        // It is in the folder of temporary files, which the system cleans.
        let _ = fs::remove_file(&self.path);
    }

    fn failure(&self, what: &str, error: &io::Error) -> Failure {
        Failure::new(Exit::Failure, format!("{} cannot be {what}: {error}", self.path.display()))
    }
}

/// Returns the command line of the editor.
fn editor(variable: impl Fn(&str) -> Option<String>) -> String {
    let named = VARIABLES.into_iter().filter_map(variable).find(|value| !value.trim().is_empty());
    named.unwrap_or_else(|| DEFAULT_EDITOR.to_owned())
}

/// Starts an editor. Its command line may have arguments and quotes, as in a shell.
#[cfg(unix)]
fn command(editor: &str, path: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{editor} \"$@\"")).arg(editor).arg(path);
    command
}

#[cfg(not(unix))]
fn command(editor: &str, path: &Path) -> Command {
    let mut words = editor.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(DEFAULT_EDITOR));
    command.args(words).arg(path);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visual_comes_before_editor_and_both_before_the_default() {
        let check = |visual: Option<&str>, editor_name: Option<&str>, expected: &str| {
            let variable = |name: &str| {
                let value = if name == "VISUAL" { visual } else { editor_name };
                value.map(str::to_owned)
            };
            assert_eq!(editor(variable), expected);
        };
        check(Some("code --wait"), Some("nano"), "code --wait");
        check(Some(" "), Some("nano"), "nano");
        check(None, None, "vi");
    }

    #[cfg(unix)]
    #[test]
    fn a_draft_is_private_and_stays_until_it_is_removed() {
        use std::os::unix::fs::PermissionsExt as _;

        let draft = Draft::create("editor-test", "id: a\n").unwrap();
        let path = draft.path().to_owned();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(!draft.is_changed());
        draft.replace("id: b\n").unwrap();
        assert!(draft.is_changed());
        assert_eq!(fs::read_to_string(&path).unwrap(), "id: b\n");
        draft.remove();
        assert!(!path.exists());
    }
}
