//! The items of a list as a stream.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde_json::Value;

use super::Call;
use super::endpoint::Listing;
use crate::client::Client;
use crate::error::ClientError;
use crate::request::Request;
use crate::stream::Unfold;

/// The items of a list, page by page. An error ends it.
#[must_use = "nothing is requested until the first item is"]
pub struct ItemStream<T>(Unfold<Pages<T>, Result<T, ClientError>>);

/// The items that have arrived, and where the next ones are.
struct Pages<T> {
    client: Client,
    items: std::vec::IntoIter<T>,
    next: Option<Request>,
    fetch: fn(Client, Request) -> Fetching<T>,
}

/// Fetches a page: its items, and the request for the next page.
type Fetching<T> = Pin<Box<dyn Future<Output = Result<(Vec<T>, Option<Request>), ClientError>> + Send>>;

impl<T: Send + 'static> ItemStream<T> {
    pub(crate) fn of<O: Listing<Item = T>>(call: Call<O>) -> Self {
        Self::fetched(call.client, call.request, fetch::<O>)
    }

    fn fetched(client: Client, first: Request, fetch: fn(Client, Request) -> Fetching<T>) -> Self {
        let pages = Pages { client, items: Vec::new().into_iter(), next: Some(first), fetch };
        Self(Unfold::new(pages, |pages| Box::pin(step(pages))))
    }

    /// Returns the next item, or `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<T, ClientError>> {
        poll_fn(|context| self.0.poll(context)).await
    }

    /// Returns all items that are left.
    ///
    /// # Errors
    /// When a page cannot be fetched.
    pub async fn into_vec(mut self) -> Result<Vec<T>, ClientError> {
        let mut items = Vec::new();
        while let Some(item) = self.next().await {
            items.push(item?);
        }
        Ok(items)
    }
}

impl ItemStream<Value> {
    pub(crate) fn raw<O: Listing>(call: Call<O>) -> Self {
        Self::fetched(call.client, call.request, fetch_raw::<O>)
    }
}

impl<T: Send + 'static> Stream for ItemStream<T> {
    type Item = Result<T, ClientError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll(context)
    }
}

impl<T> Unpin for ItemStream<T> {}

impl<T> fmt::Debug for ItemStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemStream").finish_non_exhaustive()
    }
}

/// A page may be empty although others follow, so pages are fetched until one has an item.
async fn step<T>(mut pages: Pages<T>) -> Option<(Result<T, ClientError>, Pages<T>)> {
    loop {
        if let Some(item) = pages.items.next() {
            return Some((Ok(item), pages));
        }
        let request = pages.next.take()?;
        match (pages.fetch)(pages.client.clone(), request).await {
            Ok((items, next)) => (pages.items, pages.next) = (items.into_iter(), next),
            Err(error) => return Some((Err(error), pages)),
        }
    }
}

fn fetch<O: Listing>(client: Client, request: Request) -> Fetching<O::Item> {
    Box::pin(async move {
        let page = Call::<O>::of(client, request.clone()).response().await?.value;
        let (items, cursor) = O::split(page);
        Ok((items, cursor.map(|cursor| at_cursor(request, &cursor))))
    })
}

fn fetch_raw<O: Listing>(client: Client, request: Request) -> Fetching<Value> {
    Box::pin(async move {
        let page = Call::<O>::of(client, request.clone()).response().await?;
        // The page could be read, so it is JSON.
        let mut body: Value = serde_json::from_slice(page.body()).unwrap_or_default();
        let cursor = O::split(page.value).1;
        let items = match body.get_mut(O::ITEMS).map(Value::take) {
            Some(Value::Array(items)) => items,
            Some(_) | None => Vec::new(),
        };
        Ok((items, cursor.map(|cursor| at_cursor(request, &cursor))))
    })
}

fn at_cursor(mut request: Request, cursor: &str) -> Request {
    request.set_query("cursor", cursor);
    request
}
