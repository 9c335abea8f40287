//! Checks values against a JSON Schema, with the keywords that Refrain's schema has.

use serde_json::Value;

/// Keywords that say nothing about validity, or only about the form of a text.
const ANNOTATIONS: [&str; 10] = [
    "$schema",
    "$defs",
    "title",
    "description",
    "examples",
    "default",
    "format",
    "readOnly",
    "writeOnly",
    "deprecated",
];
/// Keywords with a rule below.
const RULES: [&str; 25] = [
    "$ref",
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "items",
    "oneOf",
    "anyOf",
    "allOf",
    "if",
    "then",
    "else",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minProperties",
    "pattern",
];

/// Returns whether a value is valid. Panics on a keyword without a rule.
pub(crate) fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let Value::Object(keywords) = schema else { return schema != &Value::Bool(false) };
    for name in keywords.keys() {
        assert!(ANNOTATIONS.contains(&name.as_str()) || RULES.contains(&name.as_str()), "there is no rule for {name}");
    }
    let check = |schema: &Value, value: &Value| is_valid(root, schema, value);
    let each = |name: &str| schema[name].as_array().map(|list| list.iter().filter(|one| check(one, value)).count());
    let length = |name: &str| schema[name].as_array().map_or(0, Vec::len);
    has_shape(schema, value)
        && schema["$ref"].as_str().is_none_or(|path| check(root.pointer(&path[1..]).unwrap(), value))
        && each("oneOf").is_none_or(|count| count == 1)
        && each("anyOf").is_none_or(|count| count > 0)
        && each("allOf").is_none_or(|count| count == length("allOf"))
        && schema.get("if").is_none_or(|condition| {
            schema.get(if check(condition, value) { "then" } else { "else" }).is_none_or(|schema| check(schema, value))
        })
        && value
            .as_array()
            .is_none_or(|items| schema.get("items").is_none_or(|one| items.iter().all(|item| check(one, item))))
        && value.as_object().is_none_or(|fields| {
            fields.iter().all(|(name, field)| {
                let names = schema.get("propertyNames").is_none_or(|names| check(names, &Value::from(name.as_str())));
                names
                    && match schema["properties"].get(name).or(schema.get("additionalProperties")) {
                        Some(schema) => check(schema, field),
                        None => true,
                    }
            })
        })
}

/// Checks everything that does not depend on other schemas.
fn has_shape(schema: &Value, value: &Value) -> bool {
    let number = |name: &str| schema[name].as_f64();
    let within = |least: &str, most: &str, found: usize| {
        #[expect(clippy::cast_precision_loss, reason = "the lengths of a test are short")]
        let found = found as f64;
        number(least).is_none_or(|least| found >= least) && number(most).is_none_or(|most| found <= most)
    };
    let types = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        Value::String(one) => vec![one.as_str()],
        _ => Vec::new(),
    };
    let has_type = types.is_empty() || types.iter().any(|one| is_a(value, one));
    let in_range = value.as_f64().is_none_or(|found| {
        number("minimum").is_none_or(|least| found >= least)
            && number("maximum").is_none_or(|most| found <= most)
            && number("exclusiveMinimum").is_none_or(|least| found > least)
            && number("exclusiveMaximum").is_none_or(|most| found < most)
    });
    let required = schema["required"].as_array().into_iter().flatten();
    has_type
        && in_range
        && schema["enum"].as_array().is_none_or(|values| values.contains(value))
        && schema.get("const").is_none_or(|only| only == value)
        && value.as_array().is_none_or(|items| within("minItems", "maxItems", items.len()))
        && value.as_str().is_none_or(|text| within("minLength", "maxLength", text.chars().count()))
        && value.as_object().is_none_or(|fields| {
            within("minProperties", "maxProperties", fields.len())
                && required.filter_map(Value::as_str).all(|name| fields.contains_key(name))
        })
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    }
}
