//! The generated code is that of the committed OpenAPI document.

use std::path::Path;
use std::process::Command;

#[test]
fn generated_clients_are_up_to_date() {
    let generator = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generate.py");
    let run = Command::new("python3").arg(generator).arg("--check").output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
