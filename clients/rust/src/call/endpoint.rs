//! What distinguishes one operation from another, as types.

use reqwest::Method;
use serde::de::DeserializeOwned;

/// An operation of the API: a method and a path.
pub trait Endpoint: 'static {
    /// ID in the OpenAPI document.
    const ID: &'static str;
    /// Method.
    #[doc(hidden)]
    const METHOD: Method;
    /// Path with the names of its parameters in braces.
    const PATH: &'static str;
    /// Media type of the request's body, or an empty text.
    #[doc(hidden)]
    const MEDIA_TYPE: &'static str;
    /// Whether a repeated request has the effect of one.
    const IS_REPEATABLE: bool;
    /// Whether the operation waits by design.
    #[doc(hidden)]
    const IS_SLOW: bool;
    /// Whether the operation takes an idempotency key.
    #[doc(hidden)]
    const TAKES_KEY: bool;
}

/// An operation that returns one value.
pub trait Operation: Endpoint {
    /// The value. `()` if the response has no body.
    type Output: Send + 'static;

    /// Reads the value from the body of a response.
    #[doc(hidden)]
    fn read(body: &[u8]) -> Result<Self::Output, String>;
}

/// An operation that returns one page of a list.
pub trait Listing: Operation {
    /// An item of the list.
    type Item: Send + 'static;
    /// Field of a page that contains its items.
    #[doc(hidden)]
    const ITEMS: &'static str;

    /// Returns the items of a page, and the cursor of the next one.
    #[doc(hidden)]
    fn split(page: Self::Output) -> (Vec<Self::Item>, Option<String>);
}

/// An operation that takes an idempotency key.
pub trait Keyed {}

/// An operation that can be limited to one version of the resource.
pub trait Conditional {}

/// An operation that can be limited to resources that do not exist yet.
pub trait Creating {}

/// An operation that can be limited to other versions than the one that the caller has.
pub trait Cacheable {}

/// Reads a value from JSON.
pub(crate) fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|error| error.to_string())
}

/// Reads a text.
pub(crate) fn text(body: &[u8]) -> Result<String, String> {
    String::from_utf8(body.to_vec()).map_err(|error| error.to_string())
}

/// Reads a response without a body.
#[expect(clippy::unnecessary_wraps, reason = "all readers have the same signature")]
pub(crate) fn nothing(_: &[u8]) -> Result<(), String> {
    Ok(())
}

/// Declares an operation and what it can do.
macro_rules! endpoint {
    (
        $name:ident = $id:literal $method:ident $path:literal;
        media $media:literal, repeatable $repeatable:literal, keyed $keyed:literal, slow $slow:literal;
        $(-> $output:ty as $read:ident;)?
        $($ability:ident $(($item:ty, $items:ident))?;)*
    ) => {
        #[doc = concat!("The operation `", $id, "`: `", stringify!($method), " ", $path, "`.")]
        #[derive(Debug)]
        pub enum $name {}

        impl $crate::call::Endpoint for $name {
            const ID: &'static str = $id;
            const METHOD: reqwest::Method = reqwest::Method::$method;
            const PATH: &'static str = $path;
            const MEDIA_TYPE: &'static str = $media;
            const IS_REPEATABLE: bool = $repeatable;
            const IS_SLOW: bool = $slow;
            const TAKES_KEY: bool = $keyed;
        }

        $(impl $crate::call::Operation for $name {
            type Output = $output;

            fn read(body: &[u8]) -> Result<$output, String> {
                $crate::call::endpoint::$read(body)
            }
        })?

        $($crate::call::endpoint!(@ $name $ability $(($item, $items))?);)*
    };
    (@ $name:ident Listing ($item:ty, $items:ident)) => {
        impl $crate::call::Listing for $name {
            type Item = $item;
            const ITEMS: &'static str = stringify!($items);

            fn split(page: Self::Output) -> (Vec<$item>, Option<String>) {
                (page.$items, page.next_cursor)
            }
        }
    };
    (@ $name:ident $ability:ident) => {
        impl $crate::call::$ability for $name {}
    };
}
pub(crate) use endpoint;
