//! Keeps a node's clock at the store's time, so that the machine's own clock does not matter.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio_util::sync::CancellationToken;

use crate::clock::StoreClock;
use crate::event::{Alarm, Events};
use crate::store::{Store, StoreError};

/// How often the store is asked. Clocks of machines drift by less than a millisecond in that time.
const ASK_EVERY: Duration = Duration::from_secs(30);

/// Asks the store once, and answers by how much the clock was wrong.
pub(super) async fn ask_once(store: &dyn Store, clock: &StoreClock) -> Result<SignedDuration, StoreError> {
    let asked = clock.ask();
    let store_at = store.now().await?;
    Ok(clock.answer(asked, store_at))
}

/// Asks again and again. What a step of the clock means, and whether it is one for an alarm, is for planning to say, which
/// looks at the same clock.
pub(super) async fn run(store: Arc<dyn Store>, clock: Arc<StoreClock>, events: Events, closing: CancellationToken) {
    loop {
        tokio::select! {
            biased;
            () = closing.cancelled() => return,
            () = tokio::time::sleep(ASK_EVERY) => {}
        }
        // Until the store answers, the clock runs on steadily from what it said last.
        if let Err(error) = ask_once(&*store, &clock).await {
            events.alarm(Alarm::StoreDown { problem: error.to_string() });
        }
    }
}
