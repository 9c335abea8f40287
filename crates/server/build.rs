//! Lists the files of the built console, so that they are embedded in the binary: one entry for each file of
//! `console/dist/site`, none if the console was not built.
//!
//! The script never runs Node. A file that ends in `.gz` is not an entry of its own but the compressed form of the
//! file it is named after.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let dist = root.join("../../console/dist");
    println!("cargo:rerun-if-changed=build.rs");
    // A path that does not exist would rerun the script on every build.
    if dist.is_dir() {
        println!("cargo:rerun-if-changed={}", dist.display());
    }
    let site = dist.join("site");
    let mut paths = Vec::new();
    if site.join("index.html").is_file() {
        walk(&site, &mut paths)?;
    }
    paths.sort();
    let mut list = String::from("&[\n");
    for path in paths.iter().filter(|path| path.extension().is_none_or(|end| end != "gz")) {
        entry(&mut list, &site, path)?;
    }
    list.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("console_files.rs"), list)
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for found in fs::read_dir(folder)? {
        let path = found?.path();
        if path.is_dir() {
            walk(&path, paths)?;
        } else {
            paths.push(path.canonicalize()?);
        }
    }
    Ok(())
}

fn entry(list: &mut String, site: &Path, path: &Path) -> io::Result<()> {
    let site = site.canonicalize()?;
    let name = path.strip_prefix(&site).map_err(io::Error::other)?;
    let name = format!("/{}", name.to_string_lossy().replace('\\', "/"));
    let short = PathBuf::from(format!("{}.gz", path.display()));
    let gzip = if short.is_file() { format!("Some(include_bytes!({short:?}))") } else { "None".to_owned() };
    let tag = format!("\"{:016x}\"", fnv1a(&fs::read(path)?));
    let media_type = media_type(path);
    writeln!(
        list,
        "    File {{ path: {name:?}, media_type: {media_type:?}, tag: {tag:?}, whole: include_bytes!({path:?}), gzip: {gzip} }},"
    )
    .map_err(io::Error::other)
}

/// Hashes bytes for an entity tag. The hash only tells two builds apart; a collision is no security problem.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
