//! JSON schemas of the fields of a definition that accept more forms than their Rust types show.

use utoipa::openapi::schema::{AnyOfBuilder, ObjectBuilder, SchemaFormat, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::length::{Lead, Length};

/// A time of day: `09:00` or `09:00:30`.
pub(crate) struct TimeOfDay;

/// Accepted forms of a first run: `"now"`, `{"now": true}`, `{"after": "1h"}` or `{"at": T}`.
pub(crate) struct FirstRunSchema;

/// Accepted forms of a jitter window: `"30m"`, a number of seconds, or `"50%"`.
pub(crate) struct JitterWindowSchema;

fn text(pattern: &str, example: &str) -> RefOr<Schema> {
    let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).pattern(Some(pattern));
    text.examples([example]).into()
}

fn seconds(most: isize) -> RefOr<Schema> {
    let whole = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer));
    whole.minimum(Some(0)).maximum(Some(most)).into()
}

/// Pattern of the lengths that every field accepts. Longer or unusual ones may be rejected.
const LENGTH: &str = "^([0-9]{1,7}h( [0-9]{1,2}m)?( [0-9]{1,2}s)?|[0-9]{1,6}m( [0-9]{1,2}s)?|[0-9]{1,6}s)$";

fn any_length() -> AnyOfBuilder {
    AnyOfBuilder::new().item(text(LENGTH, "30s")).item(seconds(Length::MAX.seconds() as isize))
}

fn length(description: &str) -> RefOr<Schema> {
    any_length().description(Some(description)).into()
}

impl PartialSchema for TimeOfDay {
    fn schema() -> RefOr<Schema> {
        text("^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$", "09:00")
    }
}

impl PartialSchema for Length {
    fn schema() -> RefOr<Schema> {
        any_length().into()
    }
}

impl PartialSchema for Lead {
    fn schema() -> RefOr<Schema> {
        text("^[1-9][0-9]?d$", "2d")
    }
}

impl PartialSchema for JitterWindowSchema {
    fn schema() -> RefOr<Schema> {
        AnyOfBuilder::new()
            .item(text(LENGTH, "30m"))
            .item(text("^([1-9][0-9]?|100)%$", "50%"))
            .item(seconds(u32::MAX as isize))
            .into()
    }
}

impl PartialSchema for FirstRunSchema {
    fn schema() -> RefOr<Schema> {
        let now = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some(["now"]));
        let at = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .description(Some("Instant of the first run."));
        let after = length("Delay of the first run after the start. Maximum: 35,999,999,999 seconds.");
        let min_spacing = length(
            "Minimum time between the first run and the next occurrence. Default: none. \
             Maximum: 35,999,999,999 seconds.",
        );
        let with = |name: &str, value: RefOr<Schema>| {
            ObjectBuilder::new()
                .property(name, value)
                .property("min_spacing", min_spacing.clone())
                .required(name)
                .additional_properties(Some(utoipa::openapi::schema::AdditionalProperties::<Schema>::FreeForm(false)))
        };
        let yes = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::Boolean))
            .enum_values(Some([true]))
            .description(Some("Responses use this form for `now`."));
        AnyOfBuilder::new()
            .item(now)
            .item(with("now", yes.into()))
            .item(with("after", after))
            .item(with("at", at.into()))
            .into()
    }
}

impl ToSchema for TimeOfDay {}
impl ToSchema for Length {}
impl ToSchema for Lead {}
impl ToSchema for JitterWindowSchema {}
impl ToSchema for FirstRunSchema {}
