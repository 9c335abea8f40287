//! `refrain schema` describes the documents that the server accepts.

use std::fs;
use std::path::Path;

use refrain_cli::Source;
use refrain_cli::document::{Document, read_sources};
use refrain_cli::tree::Limits;
use serde_json::{Value, json};

use super::checker::is_valid;
use super::documented::examples;
use super::refrain;

fn schema(arguments: &[&str]) -> Value {
    let run = refrain(&[&["schema"], arguments].concat());
    assert_eq!((run.exit_code, run.err.as_str()), (0, ""));
    serde_json::from_str(&run.out).unwrap()
}

/// Returns the documents of a text, with all fields.
fn documents(name: &str, text: &str) -> Vec<Value> {
    let documents = read_sources(vec![Source::new(name, text)], Limits::default()).unwrap();
    documents.iter().map(Document::to_json).collect()
}

#[test]
fn documents_of_every_example_are_valid() {
    let schema = schema(&[]);
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let mut count = 0;
    let mut check = |name: &str, text: &str| {
        let documents = documents(name, text);
        assert!(documents.is_empty() || is_valid(&schema, &schema, &Value::Array(documents.clone())), "{name}: all");
        for document in documents {
            assert!(is_valid(&schema, &schema, &document), "{name}: {document:#}");
            count += 1;
        }
    };
    for (name, text) in examples() {
        check(&name, &text);
    }
    let imports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/import");
    for kind in fs::read_dir(imports).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for case in fs::read_dir(kind).unwrap() {
            let file = case.unwrap().path().join("expected.yaml");
            check(&file.display().to_string(), &fs::read_to_string(&file).unwrap());
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn what_the_server_refuses_is_invalid() {
    let (all, holds) = (schema(&[]), schema(&["--kind", "hold"]));
    let check = |schema: &Value, value: Value, expected: bool| {
        assert_eq!(is_valid(schema, schema, &value), expected, "{value}");
    };
    let digest = json!({ "id": "digest", "cron": "0 9 * * *", "action": { "provider": "log" } });
    let with = |field: &str, value: Value| {
        let mut document = digest.clone();
        document[field] = value;
        document
    };
    check(&all, digest.clone(), true);
    check(&all, with("kind", json!("schedule")), true);
    check(&all, with("version", json!(1)), true);
    check(&all, json!({ "schedule": [digest], "hold": [{ "name": "h", "code": "x" }] }), true);
    check(&all, with("kind", json!("hold")), false);
    check(&all, with("kind", json!("job")), false);
    check(&all, with("version", json!(2)), false);
    check(&all, with("crn", json!("0 9 * * *")), false);
    check(&all, with("enabled", json!("no")), false);
    check(&all, json!({ "cron": "0 9 * * *", "action": { "provider": "log" } }), false);
    check(&all, json!({ "schedule": [with("crn", json!(1))] }), false);
    check(&all, json!([digest, with("action", json!({}))]), false);
    check(&holds, json!({ "kind": "hold", "name": "h", "code": "x" }), true);
    check(&holds, json!({ "kind": "hold", "name": "h" }), false);
    check(&holds, digest.clone(), false);
}
