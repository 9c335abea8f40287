//! The account of one dispatch: what each step decided, who sent it, what came of it and how long that took. It is written as
//! the dispatch goes, so that one which is cut off in the middle has its account, too.
//!
//! It holds names, decisions and what steps say about them. It never holds anything of the action itself.

use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::SignedDuration;

use super::{Decision, StepName, Verdict};
use crate::outcome::{Outcome, OutcomeKind};

/// An account, or none where nobody wants one. Clones are the same account.
#[derive(Clone, Debug, Default)]
pub struct Account(Option<Arc<Mutex<Written>>>);

/// What has been written so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// What each step decided, in order.
    pub steps: Vec<StepTaken>,
    /// Who was to send it; empty when a step stopped it before.
    pub provider: String,
    /// What came of that, and how long it took where time is kept.
    pub sent: Option<(OutcomeKind, Option<SignedDuration>)>,
}

/// One step that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepTaken {
    /// Which.
    pub step: StepName,
    /// What it decided: `pass`, `changed` or `stop`.
    pub decision: &'static str,
    /// Why, in words.
    pub detail: Option<String>,
}

impl Decision {
    /// The stable text.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Changed => "changed",
            Self::Stop(_) => "stop",
        }
    }
}

impl Account {
    /// One that is written.
    pub fn kept() -> Self {
        Self(Some(Arc::default()))
    }

    /// What has been written; none where nobody wants one.
    pub fn read(&self) -> Option<Written> {
        self.lock().map(|written| written.clone())
    }

    pub(crate) fn took(&self, step: StepName, verdict: &Verdict) {
        let Some(mut written) = self.lock() else { return };
        written.steps.push(StepTaken {
            step,
            decision: verdict.decision.as_str(),
            // What stopped it is the outcome's own message.
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

    fn lock(&self) -> Option<MutexGuard<'_, Written>> {
        self.0.as_ref().map(|written| written.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Written {
    /// In one line: `guard pass; rules changed (rule night); webhook delivered in 12 ms`. None when nothing was decided.
    pub fn text(&self) -> Option<String> {
        let mut text = String::new();
        for StepTaken { step, decision, detail } in &self.steps {
            let gap = if text.is_empty() { "" } else { "; " };
            // Writing to a text cannot fail.
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
        // What a step says may come from a payload; a store would refuse the whole batch for it.
        (!text.is_empty()).then(|| text.replace('\0', "\u{fffd}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_reads_as_it_went() {
        let account = Account::kept();
        assert_eq!(account.read().unwrap().text(), None, "it did not begin");
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
        assert_eq!(stopped.read().unwrap().text().unwrap(), "rules stop", "why is the outcome's to say");
        assert_eq!(Account::default().read(), None);
    }
}
