//! Files of the built console, as the build script found them. Empty if the console was not built.

/// A file embedded in the binary.
pub(super) struct File {
    /// URL path of the file.
    pub(super) path: &'static str,
    pub(super) media_type: &'static str,
    /// Entity tag, which changes with the content of the file.
    pub(super) tag: &'static str,
    pub(super) whole: &'static [u8],
    /// The same content, compressed when the console was built.
    pub(super) gzip: Option<&'static [u8]>,
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/console_files.rs"));

/// Returns the file at a path.
pub(super) fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}
