//! The OpenAPI document, and sample values of its schemas.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

/// Name of a field that the document does not have.
const NEW_FIELD: &str = "field_of_a_newer_server";
/// A text whose characters mean something in a path, in a query or in JSON.
const PLAIN: &str = "a b/c+ü?\"&";
const DOCUMENT: &str = include_str!("../../../../console/openapi.json");

/// Depth below which only first alternatives are taken.
const DEPTH_MAX: usize = 8;

/// How samples look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Which of several alternatives is taken.
    pub(crate) alternative: usize,
    /// Whether optional fields are present.
    pub(crate) has_optional: bool,
    /// Whether responses have fields and values that the document does not know.
    pub(crate) is_future: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { alternative: 0, has_optional: true, is_future: false }
    }
}

#[derive(Clone)]
pub(crate) struct Document {
    root: Arc<Value>,
    operations: Arc<Vec<Operation>>,
    style: Style,
    /// Whether texts with known values have unknown ones.
    has_new_values: bool,
}

/// An operation of the document.
#[derive(Clone)]
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) source: Value,
}

impl Document {
    pub(crate) fn read(style: Style) -> Self {
        let root: Value = serde_json::from_str(DOCUMENT).unwrap();
        let operations = root["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
            methods.as_object().unwrap().iter().map(|(method, source)| Operation {
                id: source["operationId"].as_str().unwrap().to_owned(),
                method: method.to_uppercase(),
                path: path.clone(),
                source: source.clone(),
            })
        });
        Self { operations: Arc::new(operations.collect()), root: Arc::new(root), style, has_new_values: false }
    }

    pub(crate) fn operations(&self) -> &[Operation] {
        &self.operations
    }

    pub(crate) fn operation(&self, id: &str) -> Operation {
        let found = self.operations.iter().find(|operation| operation.id == id);
        found.unwrap_or_else(|| panic!("{id} is no operation")).clone()
    }

    /// Returns the schema of a request's body, if it is JSON.
    pub(crate) fn body(operation: &Operation) -> Option<&Value> {
        let contents = operation.source["requestBody"]["content"].as_object()?;
        contents.iter().find(|(media_type, _)| media_type.contains("json")).map(|(_, content)| &content["schema"])
    }

    /// Returns the status of the first successful response, its media type and a sample of its content.
    pub(crate) fn response(&self, operation: &Operation) -> (u16, String, Value) {
        let newer = Self { has_new_values: self.style.is_future, ..self.clone() };
        newer.current_response(operation)
    }

    fn current_response(&self, operation: &Operation) -> (u16, String, Value) {
        let responses = operation.source["responses"].as_object().unwrap();
        let (status, response) = responses.iter().next().unwrap();
        let status = status.parse().unwrap();
        let contents = response["content"].as_object();
        contents
            .and_then(|contents| contents.iter().next())
            .map_or((status, String::new(), Value::Null), |one| (status, one.0.clone(), self.sample(&one.1["schema"])))
    }

    fn parameters(operation: &Operation) -> impl Iterator<Item = &Value> {
        operation.source["parameters"].as_array().into_iter().flatten()
    }

    /// Returns the value of a parameter, or the text of a body that is no JSON.
    pub(crate) fn parameter(&self, operation: &Operation, name: &str) -> Value {
        let found = Self::parameters(operation).find(|parameter| parameter["name"] == name);
        found.map_or_else(|| text(&Value::Null), |parameter| self.sample(&parameter["schema"]))
    }

    /// Returns the path of a request, with the values of its parameters.
    pub(crate) fn path(&self, operation: &Operation) -> String {
        let mut path = operation.path.clone();
        for parameter in Self::parameters(operation).filter(|parameter| parameter["in"] == "path") {
            let value = as_text(&self.sample(&parameter["schema"]));
            let name = parameter["name"].as_str().unwrap();
            path = path.replace(&format!("{{{name}}}"), &escaped(&value));
        }
        path
    }

    /// Returns the query of a request, with the values of all parameters.
    pub(crate) fn query(&self, operation: &Operation) -> BTreeMap<String, String> {
        let parameters = Self::parameters(operation).filter(|parameter| parameter["in"] == "query");
        let pair = |parameter: &Value| {
            (parameter["name"].as_str().unwrap().to_owned(), as_text(&self.sample(&parameter["schema"])))
        };
        parameters.map(pair).collect()
    }

    pub(crate) fn header_names(operation: &Operation) -> Vec<&str> {
        let headers = Self::parameters(operation).filter(|parameter| parameter["in"] == "header");
        headers.map(|parameter| parameter["name"].as_str().unwrap()).collect()
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let Some(name) = schema["$ref"].as_str() else { return schema };
        self.root.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} does not exist"))
    }

    /// Returns a property of an object schema.
    pub(crate) fn property(&self, schema: &Value, name: &str) -> Value {
        let schema = self.resolve(schema);
        let alternatives = ["oneOf", "anyOf"].iter().filter_map(|word| schema[word].as_array()).flatten();
        let mut found = std::iter::once(schema).chain(alternatives.map(|part| self.resolve(part)));
        found.find_map(|part| part["properties"].get(name)).unwrap_or_else(|| panic!("no property {name}")).clone()
    }

    /// Returns a value that a schema allows.
    pub(crate) fn sample(&self, schema: &Value) -> Value {
        self.nested(schema, 0)
    }

    fn nested(&self, schema: &Value, depth: usize) -> Value {
        // Some alternatives contain themselves, the first one never does.
        let alternative = if depth > DEPTH_MAX { 0 } else { self.style.alternative };
        let depth = depth + 1;
        let schema = self.resolve(schema);
        if let Some(alternatives) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
            let real: Vec<&Value> = alternatives.iter().filter(|part| part["type"] != "null").collect();
            // A single value may be written in place of a list, and a number of seconds in place of a length of time.
            // The first form is the one that the client writes.
            let is_list = real.iter().any(|part| part["type"] == "array");
            let is_length = real.len() == 2 && real[0]["type"] == "string" && real[1]["type"] == "integer";
            let taken = if is_list || is_length { 0 } else { alternative % real.len() };
            return self.nested(real[taken], depth);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let samples = parts.iter().map(|part| self.nested(part, depth));
            return samples.flat_map(|sample| sample.as_object().unwrap().clone()).collect::<Map<_, _>>().into();
        }
        if let Some(values) = schema["enum"].as_array() {
            let value = &values[alternative % values.len()];
            return if self.has_new_values && value.is_string() {
                json!("value of a newer server")
            } else {
                value.clone()
            };
        }
        let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
        match kind.unwrap_or_default() {
            "object" if schema["properties"].is_object() => self.object(schema, depth),
            "object" if schema["additionalProperties"].is_object() => {
                json!({ "key": self.nested(&schema["additionalProperties"], depth) })
            }
            "array" => json!([self.nested(&schema["items"], depth)]),
            "boolean" => json!(true),
            // Beyond 2^53, where floating-point numbers have gaps.
            "integer" if schema["maximum"].is_null() => json!(9_007_199_254_740_993_i64),
            "integer" => json!(schema["minimum"].as_i64().unwrap_or_default() + 3),
            "number" => json!(2.5),
            "string" => text(schema),
            _ => json!({ "any": [1, 2.5, null, "ü", { "nested": true }] }),
        }
    }

    fn object(&self, schema: &Value, depth: usize) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let properties = schema["properties"].as_object().unwrap().iter();
        let present = properties.filter(|(name, _)| self.style.has_optional || required.contains(&json!(name)));
        present.map(|(name, property)| (name.clone(), self.nested(property, depth))).collect::<Map<_, _>>().into()
    }

    /// Returns a response as a newer server would send it: every object has one more field.
    pub(crate) fn newer(&self, value: &Value) -> Value {
        match value {
            Value::Object(fields) if self.style.is_future => {
                let newer = fields.iter().map(|(name, value)| (name.clone(), self.newer(value)));
                newer.chain([(NEW_FIELD.to_owned(), json!("x"))]).collect::<Map<_, _>>().into()
            }
            Value::Array(items) => items.iter().map(|item| self.newer(item)).collect(),
            other => other.clone(),
        }
    }
}

/// Removes the field that a newer server adds. What is no type of its own, such as a payload, keeps it.
pub(crate) fn without_new_fields(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let known = fields.iter().filter(|(name, _)| *name != NEW_FIELD);
            known.map(|(name, value)| (name.clone(), without_new_fields(value))).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(without_new_fields).collect(),
        other => other.clone(),
    }
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Escapes the characters of [`PLAIN`] in a path.
fn escaped(text: &str) -> String {
    [("%", "%25"), (" ", "%20"), ("/", "%2F"), ("+", "%2B"), ("ü", "%C3%BC"), ("?", "%3F"), ("\"", "%22"), ("&", "%26")]
        .into_iter()
        .fold(text.to_owned(), |text, (plain, escaped)| text.replace(plain, escaped))
}

/// Returns a text of a format, or one that looks different in a path, in a query and in JSON.
fn text(schema: &Value) -> Value {
    match schema["format"].as_str() {
        Some("date-time") => json!("2026-03-29T01:00:00.123456Z"),
        Some("date") => json!("2026-03-29"),
        _ if schema["pattern"].is_string() && schema["examples"].is_array() => schema["examples"][0].clone(),
        _ => json!(PLAIN),
    }
}
