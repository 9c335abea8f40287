//! Account of one dispatch: the decision of each step, the provider, the outcome and the duration. It is
//! written during the dispatch, so that a dispatch that is interrupted has its account too.
//!
//! The account contains names, decisions and the reasons given by the steps. It never contains any part of the
//! action.

use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::SignedDuration;

use super::{Decision, Outcome, OutcomeKind, StepName, Verdict};

/// An account, or none if no account is kept. Clones share the same account.
#[derive(Clone, Debug, Default)]
pub struct Account(Option<Arc<Mutex<AccountContent>>>);

/// Content of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountContent {
    /// Steps with their decisions, in order.
    pub steps: Vec<StepRecord>,
    /// Provider that was called; empty when a step stopped the action before.
    pub provider: String,
    /// Outcome of the provider call, and its duration if a clock is set.
    pub sent: Option<(OutcomeKind, Option<SignedDuration>)>,
}

/// A step that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRecord {
    /// Name of the step.
    pub step: StepName,
    /// Decision: `pass`, `changed` or `stop`.
    pub decision: &'static str,
    /// Reason as text.
    pub detail: Option<String>,
}

impl Decision {
    /// Returns the stable text.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Changed => "changed",
            Self::Stop(_) => "stop",
        }
    }
}

impl Account {
    /// Creates an account that is kept.
    pub fn kept() -> Self {
        Self(Some(Arc::default()))
    }

    /// Returns the content, or `None` if no account is kept.
    pub fn read(&self) -> Option<AccountContent> {
        self.lock().map(|written| written.clone())
    }

    pub(crate) fn took(&self, step: StepName, verdict: &Verdict) {
        let Some(mut written) = self.lock() else { return };
        written.steps.push(StepRecord {
            step,
            decision: verdict.decision.as_str(),
            // The reason for a stop is the message of the outcome.
            detail: verdict.detail.clone().filter(|_| !matches!(verdict.decision, Decision::Stop(_))),
        });
    }

    pub(crate) fn sends(&self, provider: &str) {
        if let Some(mut written) = self.lock() {
            provider.clone_into(&mut written.provider);
        }
    }

    pub(crate) fn sent(&self, outcome: &Outcome, took_for: Option<SignedDuration>) {
        if let Some(mut written) = self.lock() {
            written.sent = Some((outcome.kind(), took_for));
        }
    }

    fn lock(&self) -> Option<MutexGuard<'_, AccountContent>> {
        self.0.as_ref().map(|written| written.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl AccountContent {
    /// Returns the account on one line: `guard pass; rules changed (rule night); webhook delivered in 12 ms`.
    /// `None` when nothing was decided.
    pub fn text(&self) -> Option<String> {
        let mut text = String::new();
        for StepRecord { step, decision, detail } in &self.steps {
            let gap = if text.is_empty() { "" } else { "; " };
            // Writing to a `String` cannot fail.
            write!(text, "{gap}{} {decision}", step.as_str()).ok();
            if let Some(detail) = detail {
                write!(text, " ({detail})").ok();
            }
        }
        if !self.provider.is_empty() {
            let gap = if text.is_empty() { "" } else { "; " };
            let came = self.sent.map_or("cut off", |(kind, _)| kind.as_str());
            write!(text, "{gap}{} {came}", self.provider).ok();
        }
        if let Some((_, Some(took_for))) = self.sent {
            write!(text, " in {} ms", took_for.as_millis()).ok();
        }
        // A step's reason may contain text from a payload. A store would reject the whole batch because of a
        // NUL character.
        (!text.is_empty()).then(|| text.replace('\0', "\u{fffd}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_lists_the_steps_in_order() {
        let account = Account::kept();
        assert_eq!(account.read().unwrap().text(), None, "nothing was decided yet");
        account.took(StepName::Guard, &Verdict::PASS);
        account.took(StepName::Rules, &Verdict::changed("rule\0night"));
        account.sends("webhook");
        assert_eq!(
            account.read().unwrap().text().unwrap(),
            "guard pass; rules changed (rule\u{fffd}night); webhook cut off"
        );
        account.sent(&Outcome::DELIVERED, Some(SignedDuration::from_millis(12)));
        let text = account.read().unwrap().text().unwrap();
        assert_eq!(text, "guard pass; rules changed (rule\u{fffd}night); webhook delivered in 12 ms");
        let stopped = Account::kept();
        stopped.took(StepName::Rules, &Verdict::stop(Outcome::rejected("rule night")));
        assert_eq!(stopped.read().unwrap().text().unwrap(), "rules stop", "the reason is in the outcome");
        assert_eq!(Account::default().read(), None);
    }
}
