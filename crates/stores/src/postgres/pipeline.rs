//! Sends several requests in one round trip. The driver sends a request when its future is first polled, so
//! polling all of them in order before any has been answered sends them together.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

/// A request that has not been sent yet.
pub(super) type Request<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Sends two requests together and returns when both have been answered.
pub(super) async fn both<A: Send, B: Send>(
    first: impl Future<Output = A> + Send,
    second: impl Future<Output = B> + Send,
) -> (A, B) {
    let (mut first, mut second) = (pin!(first), pin!(second));
    let (mut a, mut b) = (None, None);
    poll_fn(move |context| {
        if a.is_none()
            && let Poll::Ready(answer) = first.as_mut().poll(context)
        {
            a = Some(answer);
        }
        if b.is_none()
            && let Poll::Ready(answer) = second.as_mut().poll(context)
        {
            b = Some(answer);
        }
        match (a.take(), b.take()) {
            (Some(a), Some(b)) => Poll::Ready((a, b)),
            (one, other) => {
                (a, b) = (one, other);
                Poll::Pending
            }
        }
    })
    .await
}

/// Sends requests together and returns their answers in order.
pub(super) async fn all<T: Send>(mut requests: Vec<Request<'_, T>>) -> Vec<T> {
    let mut answers: Vec<Option<T>> = requests.iter().map(|_| None).collect();
    poll_fn(move |context| {
        for (request, answer) in requests.iter_mut().zip(&mut answers) {
            if answer.is_none()
                && let Poll::Ready(ready) = request.as_mut().poll(context)
            {
                *answer = Some(ready);
            }
        }
        if answers.iter().all(Option::is_some) {
            Poll::Ready(answers.drain(..).flatten().collect())
        } else {
            Poll::Pending
        }
    })
    .await
}
