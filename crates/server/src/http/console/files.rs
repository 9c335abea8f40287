//! The files of the built console, as the build found them; none when it was not built.

/// A file that the binary carries.
pub(super) struct File {
    /// Where browsers find it.
    pub(super) path: &'static str,
    pub(super) media_type: &'static str,
    /// Changes with what the file holds.
    pub(super) tag: &'static str,
    pub(super) whole: &'static [u8],
    /// The same, compressed when the console was built.
    pub(super) gzip: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/console_files.rs"));

/// The file at a path.
pub(super) fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}
