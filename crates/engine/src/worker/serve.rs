//! The loop of a worker: it starts whatever can be started, and then waits for anything to happen.
//!
//! The store may be slow, away or wrong about an answer: what could not be settled is kept and settled again, what could
//! not be claimed is claimed later, and a run whose lease cannot be renewed is stopped before someone else begins it.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use super::state::{UnderWay, held_until, lease_of};
use super::{Attempted, Brought, Leased, Worker};
use crate::backoff::Backoff;
use crate::event::Alarm;
use crate::planted::{self, Bug};
use crate::reason::SkipReason;
use crate::store::{Confirmed, Ending, Lease, Release, Renewed, StoreError};

/// Whether a node is to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// It is.
    #[default]
    No,
    /// It takes nothing new and lets runs end.
    Drain,
    /// It stops at once and gives back what it holds.
    Now,
}

/// So many batches may be on their way to being settled.
const SETTLING_MAX: usize = 2;
/// Fewer ends than this wait for others that run, for a moment.
const SETTLE_MIN: usize = 64;
const LINGER_FOR: Duration = Duration::from_millis(1);
/// A claim for less than this waits while more places are about to become free.
const CLAIM_MIN: usize = 64;
/// After a claim that found nothing where something was said to be, it is not tried again at once.
const PAUSE_FOR: SignedDuration = SignedDuration::from_millis(100);

/// What a task of the loop reports.
enum Done {
    Attempted(Attempted),
    Claimed(Result<(Brought, Timestamp), StoreError>),
    Confirmed(Vec<Leased>, Result<Vec<Confirmed>, StoreError>),
    Settled(Vec<Attempted>, Result<(), StoreError>),
    Renewed(Vec<Lease>, Timestamp, Result<Vec<Renewed>, StoreError>),
    Released(usize),
    Lingered,
}

/// Whether ends wait a moment for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Linger {
    No,
    Since,
    Over,
}

/// A worker at work.
struct Serving {
    worker: Arc<Worker>,
    tasks: JoinSet<Done>,
    under_way: UnderWay,
    is_claiming: bool,
    is_confirming: bool,
    is_renewing: bool,
    settling: usize,
    /// Batches are settled one by one after one of them was refused as a whole.
    settles_singly: bool,
    claim_at: Timestamp,
    confirm_at: Timestamp,
    settle_at: Timestamp,
    linger: Linger,
    renew_at: Timestamp,
    claim_backoff: Backoff,
    confirm_backoff: Backoff,
    settle_backoff: Backoff,
    stop: Stop,
}

impl Worker {
    /// Works until it is told to stop. When it comes back, nothing is under way and no lease is held, as far as the store
    /// could be told so.
    pub async fn serve(self: Arc<Self>, mut stop: watch::Receiver<Stop>) {
        let now = self.clock.now();
        let mut wakes = self.store.wakes();
        let mut serving = Serving {
            tasks: JoinSet::new(),
            under_way: UnderWay::default(),
            is_claiming: false,
            is_confirming: false,
            is_renewing: false,
            settling: 0,
            settles_singly: false,
            claim_at: now,
            confirm_at: now,
            settle_at: now,
            linger: Linger::No,
            renew_at: now,
            claim_backoff: Backoff::new(self.options.check_every),
            confirm_backoff: Backoff::new(self.options.look_every()),
            settle_backoff: Backoff::new(self.options.check_every),
            stop: *stop.borrow_and_update(),
            worker: self,
        };
        let look_every = serving.worker.options.look_every().unsigned_abs();
        let mut drain_until = Timestamp::MAX;
        loop {
            let now = serving.worker.clock.now();
            if serving.stop != Stop::No {
                drain_until = drain_until.min(now.saturating_add(serving.worker.options.drain_for).unwrap_or(now));
                if serving.stop == Stop::Now || now >= drain_until || !serving.is_busy() {
                    return serving.end().await;
                }
            }
            serving.clock_may_be_back(now);
            serving.launch(now);
            let next_at = serving.next_at(now).min(drain_until);
            let clock = Arc::clone(&serving.worker.clock);
            tokio::select! {
                biased;
                Ok(()) = stop.changed() => {
                    let told = *stop.borrow_and_update();
                    serving.told(told);
                }
                Some(done) = serving.tasks.join_next() => {
                    serving.take(done);
                    while let Some(done) = serving.tasks.try_join_next() {
                        serving.take(done);
                    }
                }
                Ok(()) = wakes.changed() => serving.claim_at = Timestamp::MIN,
                () = clock.sleep_until(next_at) => {}
                // A clock that is set back would let the sleeper above oversleep, and leases run out meanwhile.
                () = tokio::time::sleep(look_every) => {}
            }
        }
    }
}

impl Serving {
    fn is_busy(&self) -> bool {
        self.under_way.len() > 0 || self.is_claiming
    }

    fn told(&mut self, stop: Stop) {
        self.stop = self.stop.max(stop);
        if self.stop != Stop::No {
            let waiting = self.under_way.take_waiting();
            self.give_back(waiting);
        }
    }

    /// Gives leases back while the loop goes on: runs must be renewed meanwhile.
    fn give_back(&mut self, leases: Vec<Lease>) {
        if leases.is_empty() || planted::is(Bug::ReleaseOnDrainForgotten) {
            return;
        }
        self.under_way.at_store += leases.len();
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move {
            worker.release(&leases).await;
            Done::Released(leases.len())
        });
    }

    /// Nothing is put off for longer than it would be now: what was to be done at a time that has become far must not wait
    /// for it.
    fn clock_may_be_back(&mut self, now: Timestamp) {
        if planted::is(Bug::ClockBackStalls) {
            return;
        }
        let at_most = |wait| now.saturating_add(wait).unwrap_or(Timestamp::MAX);
        self.claim_at = self.claim_at.min(at_most(self.worker.options.check_every));
        self.confirm_at = self.confirm_at.min(at_most(self.worker.options.look_every()));
        self.settle_at = self.settle_at.min(at_most(self.worker.options.check_every));
        self.renew_at = self.renew_at.min(at_most(self.worker.options.look_every()));
    }

    /// Starts everything that can be started now.
    fn launch(&mut self, now: Timestamp) {
        self.confirm_due(now);
        self.settle(now);
        self.renew(now);
        self.claim(now);
    }

    /// When there is something to do though nothing happens.
    fn next_at(&self, now: Timestamp) -> Timestamp {
        let mut next = self.renew_at.max(now);
        if !self.is_confirming {
            next = next.min(self.under_way.next_due_at().map_or(Timestamp::MAX, |due_at| due_at.max(self.confirm_at)));
        }
        if self.under_way.has_attempted() && self.settling < SETTLING_MAX && self.linger != Linger::Since {
            next = next.min(self.settle_at);
        }
        let has_place = self.under_way.len() < self.worker.options.places;
        if self.stop == Stop::No && !self.is_claiming && has_place && self.settling == 0 {
            next = next.min(self.claim_at);
        }
        next
    }

    fn confirm_due(&mut self, now: Timestamp) {
        if self.is_confirming || now < self.confirm_at {
            return;
        }
        let due = self.under_way.take_due(now, self.worker.options.batch_max);
        if due.is_empty() {
            return;
        }
        if planted::is(Bug::DispatchWithoutConfirm) {
            due.into_iter().for_each(|leased| self.start(leased));
            return;
        }
        self.is_confirming = true;
        self.under_way.at_store += due.len();
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move {
            let leases: Vec<Lease> = due.iter().map(|leased| lease_of(&leased.occurrence)).collect();
            let answer = worker.store.confirm(&leases, worker.clock.now()).await;
            Done::Confirmed(due, answer)
        });
    }

    fn settle(&mut self, now: Timestamp) {
        // The first of many to end waits a moment for the others: one transaction costs the same for all of them.
        if self.under_way.is_worth_a_wait(SETTLE_MIN) && self.linger != Linger::Over {
            if self.linger == Linger::No {
                self.linger = Linger::Since;
                self.tasks.spawn(async {
                    tokio::time::sleep(LINGER_FOR).await;
                    Done::Lingered
                });
            }
            return;
        }
        if self.linger == Linger::Over {
            self.linger = Linger::No;
        }
        while self.under_way.has_attempted() && self.settling < SETTLING_MAX && now >= self.settle_at {
            let most = if self.settles_singly { 1 } else { self.worker.options.batch_max };
            let attempted = self.under_way.take_attempted(most);
            self.settling += 1;
            self.under_way.at_store += attempted.len();
            let worker = Arc::clone(&self.worker);
            self.tasks.spawn(async move {
                let answer = worker.settle(&attempted, worker.options.ahead_for).await;
                Done::Settled(attempted, answer)
            });
        }
    }

    fn renew(&mut self, now: Timestamp) {
        if now < self.renew_at {
            return;
        }
        let lease_for = self.worker.options.lease_for;
        // Looked at twice as often as leases must be renewed: one that is not held past the next look ends at this one,
        // also while the store is silent about a renewal.
        let look_every = self.worker.options.look_every();
        self.renew_at = now.saturating_add(look_every).unwrap_or(Timestamp::MAX);
        if !planted::is(Bug::SelfFencingMissing) {
            let given_up = self.under_way.stop_overdue(now, look_every);
            self.worker.stats.lease_lost.add(given_up);
        }
        if self.is_renewing {
            return;
        }
        let leases = self.under_way.to_renew(now, lease_for);
        if leases.is_empty() || planted::is(Bug::NoHeartbeat) {
            return;
        }
        self.is_renewing = true;
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move {
            let answer = worker.store.renew(&leases, lease_for, now).await;
            Done::Renewed(leases, now, answer)
        });
    }

    fn claim(&mut self, now: Timestamp) {
        let options = &self.worker.options;
        let free = options.places.saturating_sub(self.under_way.len());
        let is_worth_it = free >= CLAIM_MIN.min(options.places) || (self.settling == 0 && free > 0);
        if self.stop != Stop::No || self.is_claiming || now < self.claim_at || !is_worth_it {
            return;
        }
        self.is_claiming = true;
        let limit = free.min(options.batch_max);
        let worker = Arc::clone(&self.worker);
        self.tasks.spawn(async move { Done::Claimed(worker.claim_and_look_ahead(limit).await) });
    }

    fn take(&mut self, done: Result<Done, JoinError>) {
        // A run that was stopped answers with an error; what it was has been dealt with.
        let Ok(done) = done else { return };
        match done {
            Done::Attempted(attempted) => self.under_way.ended(attempted),
            Done::Claimed(answer) => self.claimed(answer),
            Done::Confirmed(leased, answer) => self.confirmed(leased, answer),
            Done::Settled(attempted, answer) => self.settled(attempted, answer),
            Done::Renewed(leases, asked_at, answer) => self.renewed(&leases, asked_at, answer),
            Done::Released(count) => self.under_way.at_store -= count,
            Done::Lingered => self.linger = Linger::Over,
        }
    }

    fn claimed(&mut self, answer: Result<(Brought, Timestamp), StoreError>) {
        self.is_claiming = false;
        let now = self.worker.clock.now();
        match answer {
            Ok((brought, claim_at)) => {
                self.claim_backoff.reset();
                self.claim_at = if brought.has_more { now } else { claim_at };
                for leased in brought.leased {
                    // What was not due when the store was asked must be confirmed, though its time may have come since.
                    let is_ahead = leased.occurrence.planned.due_at > brought.asked_at;
                    if is_ahead && !planted::is(Bug::StartBeforeDue) {
                        self.wait_for_its_time(leased, now);
                    } else {
                        self.start(leased);
                    }
                }
                if self.stop != Stop::No {
                    let waiting = self.under_way.take_waiting();
                    self.give_back(waiting);
                }
            }
            Err(error) => {
                self.claim_at = now.saturating_add(self.claim_backoff.next_wait()).unwrap_or(now);
                self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
        }
    }

    /// Keeps what is due soon. What had been due, and no longer is because the clock went back, would outlive its lease here.
    fn wait_for_its_time(&mut self, leased: Leased, now: Timestamp) {
        let options = &self.worker.options;
        let soon_for = options.ahead_for.saturating_add(options.look_every());
        if leased.occurrence.planned.due_at.duration_since(now) > soon_for {
            return self.give_back(vec![lease_of(&leased.occurrence)]);
        }
        self.under_way.wait_for_its_time(leased);
    }

    fn confirmed(&mut self, leased: Vec<Leased>, answer: Result<Vec<Confirmed>, StoreError>) {
        self.is_confirming = false;
        self.under_way.at_store -= leased.len();
        // Without an answer nothing begins. They are asked for again while their leases last.
        let Ok(answers) = answer else {
            let now = self.worker.clock.now();
            self.confirm_at = now.saturating_add(self.confirm_backoff.next_wait()).unwrap_or(now);
            let is_held = |leased: &Leased| self.is_held(leased, now);
            let held: Vec<Leased> = leased.into_iter().filter(is_held).collect();
            return held.into_iter().for_each(|leased| self.under_way.wait_for_its_time(leased));
        };
        self.confirm_backoff.reset();
        for (leased, confirmed) in leased.into_iter().zip(answers) {
            match confirmed {
                Confirmed::Go => self.start(leased),
                Confirmed::Early(_) => self.wait_for_its_time(leased, self.worker.clock.now()),
                Confirmed::Stop(_) if planted::is(Bug::PauseIgnored) => self.start(leased),
                Confirmed::Stop(reason) => self.skip(leased, reason),
                Confirmed::LeaseLost => {}
            }
        }
    }

    /// Begins a run, unless its lease would end before anyone looks at it again: the way from the store may have been long.
    fn start(&mut self, leased: Leased) {
        if !self.is_held(&leased, self.worker.clock.now()) && !planted::is(Bug::StartWithoutLease) {
            return self.give_back(vec![lease_of(&leased.occurrence)]);
        }
        let cancel = CancellationToken::new();
        let worker = Arc::clone(&self.worker);
        let token = cancel.clone();
        let run = leased.clone();
        let task = self.tasks.spawn(async move { Done::Attempted(worker.attempt(run, &token).await) });
        self.under_way.started(leased, cancel, task);
    }

    /// Whether a lease lasts until the next look at it.
    fn is_held(&self, leased: &Leased, now: Timestamp) -> bool {
        held_until(&leased.occurrence).duration_since(now) >= self.worker.options.look_every()
    }

    fn skip(&mut self, leased: Leased, reason: SkipReason) {
        let ending = Ending::Skipped { reason, message: None };
        let definition = leased.definition.ok();
        self.under_way.give_back(vec![Attempted::new(leased.occurrence, definition, ending)]);
    }

    fn settled(&mut self, attempted: Vec<Attempted>, answer: Result<(), StoreError>) {
        self.settling -= 1;
        self.under_way.at_store -= attempted.len();
        let now = self.worker.clock.now();
        match answer {
            Ok(()) => {
                self.settle_backoff.reset();
                self.settles_singly &= self.under_way.has_attempted();
            }
            Err(error) if (may_pass(&error) || attempted.len() > 1) && !planted::is(Bug::SettleNotRetried) => {
                self.settles_singly |= !may_pass(&error);
                self.settle_at = now.saturating_add(self.settle_backoff.next_wait()).unwrap_or(now);
                self.under_way.give_back(attempted);
                self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
            // One that the store will not have: its lease runs out, and attempts are counted.
            Err(error) => self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() }),
        }
    }

    fn renewed(&mut self, leases: &[Lease], asked_at: Timestamp, answer: Result<Vec<Renewed>, StoreError>) {
        self.is_renewing = false;
        // Without an answer the leases are as old as they were: they are renewed or given up at the next look.
        let Ok(answers) = answer else { return };
        let held_until = asked_at.saturating_add(self.worker.options.lease_for).unwrap_or(asked_at);
        for (lease, renewed) in leases.iter().zip(answers) {
            match renewed {
                Renewed::Held { cancel_requested } => {
                    self.under_way.renewed(*lease, held_until, cancel_requested, asked_at);
                }
                Renewed::LeaseLost => {
                    self.worker.stats.lease_lost.add(1);
                    self.under_way.lost(*lease);
                }
            }
        }
    }

    /// Gives back what is held and settles what is known.
    async fn end(mut self) {
        let mut leases = self.under_way.take_waiting();
        leases.extend(self.under_way.stop_all());
        // What is on its way to being settled has had its effect: cut off here, it would be sent again.
        while self.settling > 0
            && let Some(done) = self.tasks.join_next().await
        {
            match done {
                Ok(Done::Settled(attempted, answer)) => self.settled(attempted, answer),
                Ok(Done::Confirmed(leased, _)) => leases.extend(leased.iter().map(|it| lease_of(&it.occurrence))),
                Ok(Done::Claimed(Ok((brought, _)))) => {
                    leases.extend(brought.leased.iter().map(|it| lease_of(&it.occurrence)));
                }
                // Runs have been stopped; the rest has nothing more to say.
                Ok(_) | Err(_) => {}
            }
        }
        let attempted = self.under_way.take_attempted(usize::MAX);
        for batch in attempted.chunks(self.worker.options.batch_max) {
            if let Err(error) = self.worker.settle(batch, self.worker.options.ahead_for).await {
                self.worker.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
        }
        if !planted::is(Bug::ReleaseOnDrainForgotten) {
            self.worker.release(&leases).await;
        }
        self.tasks.shutdown().await;
    }
}

/// Whether the same settlement may be taken later: a full disk is emptied, an outage ends.
fn may_pass(error: &StoreError) -> bool {
    let is_full = matches!(error, StoreError::ReadOnly(_)) && !planted::is(Bug::SettleForgottenWhenFull);
    error.is_transient() || is_full
}

impl Worker {
    pub(super) async fn release(&self, leases: &[Lease]) {
        let releases: Vec<Release> = leases.iter().copied().map(Release::from).collect();
        for batch in releases.chunks(self.options.batch_max) {
            // What cannot be given back is taken when its lease is over.
            if let Err(error) = self.store.release(batch, self.clock.now()).await {
                self.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
        }
    }

    /// Claims, and finds out when to claim next.
    async fn claim_and_look_ahead(&self, limit: usize) -> Result<(Brought, Timestamp), StoreError> {
        let options = &self.options;
        let now = self.clock.now();
        let brought = self.claim(limit, options.ahead_for, now).await?;
        let check_at = now.saturating_add(options.check_every).unwrap_or(Timestamp::MAX);
        if brought.has_more {
            return Ok((brought, now));
        }
        let ready_at = self.store.next_wakeup().await?.claim_at.unwrap_or(check_at);
        let ahead_at = ready_at.saturating_sub(options.ahead_for).unwrap_or(ready_at);
        let has_brought = !brought.leased.is_empty() || brought.ended > 0;
        let claim_at = if has_brought || ahead_at > now {
            ahead_at
        } else if ready_at > now {
            // It could be leased ahead by its time and was not, so it is of a kind that waits for it.
            ready_at
        } else {
            now.saturating_add(PAUSE_FOR).unwrap_or(now)
        };
        Ok((brought, claim_at.min(check_at)))
    }
}
