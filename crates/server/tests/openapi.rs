//! Compares the printed OpenAPI document with the committed one, from which the console's types are generated.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

use serde_json::Value;

const WRITTEN: &str = include_str!("../../../console/openapi.json");

fn printed() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_refrain")).arg("openapi").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn committed_openapi_document_is_current() {
    let (written, printed): (Value, Value) =
        (serde_json::from_str(WRITTEN).unwrap(), serde_json::from_str(&printed()).unwrap());
    let differs = |part: &str| {
        let all = |document: &Value| document.pointer(part).and_then(Value::as_object).cloned().unwrap_or_default();
        let (written, printed) = (all(&written), all(&printed));
        let names = written.keys().chain(printed.keys()).cloned().collect::<std::collections::BTreeSet<_>>();
        names.into_iter().filter(|name| written.get(name) != printed.get(name)).collect::<Vec<_>>()
    };
    let changed = [differs("/paths"), differs("/components/schemas")].concat();
    assert!(written == printed, "`make openapi` rewrites console/openapi.json; these changed: {changed:?}");
}

#[test]
fn openapi_document_is_indented_and_ends_with_a_newline() {
    let printed = printed();
    assert!(printed.starts_with("{\n  \"") && printed.ends_with("}\n"));
}
