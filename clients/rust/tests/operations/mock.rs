//! The server of `clients/mock`, which knows only the OpenAPI document, as a process.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use refrain_client::Client;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A server that ends with its test.
pub(crate) struct Mock {
    control: Client,
    child: Child,
}

/// The operations and the styles of their samples, which all clients are tested with.
#[derive(Deserialize)]
pub(crate) struct Contract {
    pub(crate) operations: Vec<Operation>,
    pub(crate) styles: Vec<Style>,
    /// Name of a field that the document does not have.
    #[serde(rename = "newField")]
    pub(crate) new_field: String,
}

#[derive(Deserialize)]
pub(crate) struct Operation {
    pub(crate) id: String,
}

/// How samples look.
#[derive(Clone, Deserialize)]
pub(crate) struct Style {
    pub(crate) has_optional: bool,
    pub(crate) is_future: bool,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Values of one call: what to send, and the response to expect.
#[derive(Default, Deserialize)]
pub(crate) struct Values {
    pub(crate) path: Map<String, Value>,
    pub(crate) query: Map<String, Value>,
    pub(crate) body: Value,
    pub(crate) status: u16,
    pub(crate) response: Value,
}

impl Mock {
    pub(crate) fn start() -> Self {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mock/server.py");
        let mut child =
            Command::new("python3").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { control: Client::without_key(url.trim()).unwrap(), child }
    }

    /// Returns the base URL for clients.
    pub(crate) fn base(&self) -> String {
        format!("{}/prefix/", self.control.url().trim_end_matches('/'))
    }

    pub(crate) async fn contract(&self) -> Contract {
        let found = self.control.request("GET", "/_mock/operations").await.unwrap();
        serde_json::from_value(found).unwrap()
    }

    /// Expects a request of an operation next, and returns its values.
    pub(crate) async fn expect(&self, operation: &str, style: &Style) -> Values {
        let mut fields = style.rest.clone();
        fields.insert("has_optional".to_owned(), style.has_optional.into());
        fields.insert("is_future".to_owned(), style.is_future.into());
        // The calls set every parameter in code, and every field of a body without required ones.
        fields.insert("is_set_one_by_one".to_owned(), true.into());
        // Beyond 2^53, where floating-point numbers have gaps.
        fields.insert("integer".to_owned(), 9_007_199_254_740_993_i64.into());
        let expected = json!({ "operation": operation, "style": fields });
        let found = self.control.request("POST", "/_mock/expect").with_json(&expected).await.unwrap();
        serde_json::from_value(found).unwrap()
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        // It ends with its standard input, too.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
