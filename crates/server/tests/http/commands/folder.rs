//! A folder with files, for commands that read or write some.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A folder of its own, which is removed at the end.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates a folder with these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("refrain-files-{}-{number}", std::process::id());
        let folder = Self { path: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name) };
        fs::create_dir_all(&folder.path).unwrap();
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path.join(name), text).unwrap();
    }

    /// Returns the path of the folder.
    pub(crate) fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
