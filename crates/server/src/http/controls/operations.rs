//! Handlers of one kind of control. They differ only in their names and descriptions.

/// Defines the handlers `list`, `one`, `put` and `delete` of a kind of document. The texts appear in the
/// OpenAPI document. A kind that names a provider has a `put_query`.
macro_rules! operations {
    (
        $type:ident, $tag:tt, noun: $noun:literal, all: $all:tt, each: $each:tt,
        list: $list:tt, one: $one:tt, one_more: $one_more:tt, put: $put:tt, put_more: $put_more:tt, delete: $delete:tt, delete_more: $delete_more:tt
        $(, put_query: $query:ty)?
    ) => {
        #[doc = $list]
        #[doc = ""]
        // Without the space that follows `///`.
        #[doc = "In order of name. Page size: 50 by default, at most 500."]
        #[utoipa::path(
            get,
            path = $all,
            tag = $tag,
            params($crate::http::page::PageQuery),
            responses((status = 200, description = concat!("A page of ", $noun, "s"), body = $crate::http::page::List<$crate::http::controls::ControlView<$type>>)),
        )]
        pub(crate) async fn list(
            axum::extract::State(app): axum::extract::State<$crate::http::app::App>,
            caller: $crate::http::caller::Caller,
            $crate::http::query::Query(asked): $crate::http::query::Query<$crate::http::page::PageQuery>,
        ) -> Result<
            $crate::http::body::Json<$crate::http::page::List<$crate::http::controls::ControlView<$type>>>,
            $crate::http::problem::Problem,
        > {
            $crate::http::controls::list(&app, &caller, asked).await
        }

        #[doc = $one]
        #[doc = ""]
        #[doc = $one_more]
        #[utoipa::path(
            get,
            path = $each,
            tag = $tag,
            params(("name" = String, Path, description = concat!("Name of the ", $noun, "."))),
            responses(
                (status = 200, description = concat!("The ", $noun), body = $crate::http::controls::ControlView<$type>, headers(("ETag" = String))),
                (status = 304, description = concat!("The ", $noun, " has not changed since the entity tag in If-None-Match")),
            ),
        )]
        pub(crate) async fn one(
            axum::extract::State(app): axum::extract::State<$crate::http::app::App>,
            caller: $crate::http::caller::Caller,
            $crate::http::path::Path(name): $crate::http::path::Path<String>,
            headers: axum::http::HeaderMap,
        ) -> Result<axum::response::Response, $crate::http::problem::Problem> {
            $crate::http::controls::one::<$type>(&app, &caller, &name, &headers).await
        }

        #[doc = $put]
        #[doc = ""]
        #[doc = $put_more]
        #[utoipa::path(
            put,
            path = $each,
            tag = $tag,
            params(
                ("name" = String, Path, description = concat!("Name of the ", $noun, "."), pattern = "^[A-Za-z0-9_.-]{1,128}$"),
                $($query)?
            ),
            request_body = $type,
            responses((status = 200, description = concat!("The ", $noun, " is saved"), body = $crate::http::controls::ControlView<$type>, headers(("ETag" = String)))),
        )]
        pub(crate) async fn put(
            axum::extract::State(app): axum::extract::State<$crate::http::app::App>,
            caller: $crate::http::caller::Caller,
            $crate::http::path::Path(name): $crate::http::path::Path<String>,
            headers: axum::http::HeaderMap,
            $($crate::http::query::Query(query): $crate::http::query::Query<$query>,)?
            $crate::http::body::Json(body): $crate::http::body::Json<serde_json::Map<String, serde_json::Value>>,
        ) -> Result<axum::response::Response, $crate::http::problem::Problem> {
            let query = None::<$crate::http::controls::ProviderQuery>$(.or(Some::<$query>(query)))?;
            let request = $crate::http::controls::PutRequest { name: &name, headers: &headers, query };
            $crate::http::controls::put::<$type>(&app, &caller, request, body).await
        }

        #[doc = $delete]
        #[doc = ""]
        #[doc = $delete_more]
        #[utoipa::path(
            delete,
            path = $each,
            tag = $tag,
            params(("name" = String, Path, description = concat!("Name of the ", $noun, "."))),
            responses((status = 204, description = concat!("The ", $noun, " is deleted"))),
        )]
        pub(crate) async fn delete(
            axum::extract::State(app): axum::extract::State<$crate::http::app::App>,
            caller: $crate::http::caller::Caller,
            $crate::http::path::Path(name): $crate::http::path::Path<String>,
            headers: axum::http::HeaderMap,
        ) -> Result<axum::http::StatusCode, $crate::http::problem::Problem> {
            $crate::http::controls::delete::<$type>(&app, &caller, &name, &headers).await
        }
    };
}

pub(crate) use operations;
