//! Reading of documents from real files.

use std::fs;
use std::path::{Path, PathBuf};

use refrain_cli::document::read;
use refrain_cli::tree::Limits;

/// Creates a directory with these files.
fn directory(topic: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("document").join(topic);
    let _ = fs::remove_dir_all(&directory);
    for (name, bytes) in files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().expect("the file is in the folder")).expect("the folder can be created");
        fs::write(path, bytes).expect("the file can be written");
    }
    directory
}

#[test]
fn directories_are_read_recursively_in_order() {
    let root = directory(
        "order",
        &[
            ("b.yml", b"id: b\naction: {}\n"),
            ("a/c.JSON", b"{\"id\": \"c\", \"action\": {}}"),
            ("a/notes.txt", b"id: no\n"),
            (".git/x.yaml", b"id: no\n"),
            ("z.toml", b"[[schedule]]\nid = \"z\"\n"),
        ],
    );
    let documents = read(&[root], Limits::default()).unwrap();
    assert_eq!(documents.iter().map(|document| document.name.as_str()).collect::<Vec<_>>(), ["c", "b", "z"]);
    let place = documents[0].place().unwrap();
    assert!(place.file.ends_with("a/c.JSON"), "{place}");
}

#[test]
fn files_that_cannot_be_read_are_reported() {
    let root = directory("bad", &[("a.yaml", b"id: \xff\n"), ("empty/x.txt", b""), ("large.yaml", &[b' '; 100])]);
    let error = |path: PathBuf, limits: Limits| read(&[path], limits).unwrap_err().to_string();
    let check = |name: &str, parts: [&str; 2]| {
        let shown = error(root.join(name), Limits::default());
        assert!(parts.iter().all(|part| shown.contains(part)), "{shown}");
    };
    check("a.yaml", ["error[bad_encoding]", "a.yaml:1:5: the text is not UTF-8"]);
    check("none.yaml", ["error[missing_file]", "does not exist"]);
    check("empty", ["error[missing_file]", "contains no file to read"]);
    let shown = error(root.clone(), Limits { bytes_max: 99, ..Limits::default() });
    assert!(shown.starts_with("error[too_long]: the files up to ") && shown.contains("99 bytes"), "{shown}");
}

/// A file over the limit is refused by its size: this one has none of its bytes on the disk.
#[test]
fn a_file_of_100_megabytes_is_refused_before_it_is_read() {
    let root = directory("huge", &[("a.yaml", b"")]);
    let file = fs::OpenOptions::new().write(true).open(root.join("a.yaml")).unwrap();
    file.set_len(100_000_000).unwrap();
    let shown = read(&[root.join("a.yaml")], Limits::default()).unwrap_err().to_string();
    assert!(shown.contains("longer than 67108864 bytes"), "{shown}");
}
