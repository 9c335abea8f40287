//! Pages of lists.

use refrain::store::{ListPage, Page};
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::problem::Problem;
use super::query::within;

/// Default page size.
const PAGE_SIZE: u32 = 50;

/// Declares the query of a list: its own parameters, which are all optional, and then those of a page.
///
/// The fields are written into each struct, because serde cannot flatten a struct that rejects unknown fields.
macro_rules! page_query {
    (
        $(#[$($struct_meta:tt)*])*
        $vis:vis struct $name:ident {
            $($(#[$($meta:tt)*])* $field:ident: Option<$type:ident>,)*
        }
    ) => {
        $(#[$($struct_meta)*])*
        #[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
        #[serde(deny_unknown_fields)]
        #[into_params(parameter_in = Query)]
        $vis struct $name {
            $($(#[$($meta)*])* $field: Option<$type>,)*
            /// Page size. Default: 50. Maximum: 500.
            #[param(minimum = 1, maximum = 500)]
            limit: Option<u32>,
            /// Cursor: the `next_cursor` of the previous page.
            cursor: Option<String>,
        }

        impl $name {
            /// Returns the requested page.
            pub(crate) fn page(&self, app: &$crate::http::app::App) -> Result<refrain::Page, $crate::http::problem::Problem> {
                $crate::http::page::page(self.limit, self.cursor.clone(), app)
            }
        }
    };
}
pub(crate) use page_query;

/// Returns the requested page.
pub(crate) fn page(limit: Option<u32>, cursor: Option<String>, app: &App) -> Result<Page, Problem> {
    Ok(Page { limit: page_size(limit, PAGE_SIZE, app)?, after: cursor })
}

/// Returns the requested page size, or `default` if the server allows that many rows.
pub(crate) fn page_size(limit: Option<u32>, default: u32, app: &App) -> Result<usize, Problem> {
    let most = app.limits().page;
    within("limit", limit.unwrap_or(default.min(most)), most)
}

page_query! {
    /// Query of a list that has no other parameters.
    pub(crate) struct PageQuery {}
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct List<T> {
    /// Items of the page.
    pub(crate) items: Vec<T>,
    /// Cursor of the next page. Null on the last page.
    pub(crate) next_cursor: Option<String>,
}

impl<T> List<T> {
    /// Converts a page of the store to its API representation.
    pub(crate) fn of<R>(paged: ListPage<R>, show: impl FnMut(R) -> T) -> Self {
        Self { items: paged.rows.into_iter().map(show).collect(), next_cursor: paged.next }
    }
}
