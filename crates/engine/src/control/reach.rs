//! Checks whether an action can be sent: by this process, or by a live node that announces the provider.
//!
//! An action whose provider is unknown everywhere is rejected, because each of its runs would fail. An unknown
//! handler results in a warning, because another program may register it later. A program that has all its handlers
//! itself rejects schedules with a handler that it has not registered.

use super::{Control, SaveScheduleRequest};
use crate::delivery::Warning;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, Capabilities, HANDLER_PROVIDER};
use crate::store::StoreError;

/// Policy for actions whose provider is unknown everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownProviders {
    /// No check: this control has no providers of its own.
    #[default]
    Ignore,
    /// The action is saved with a warning.
    Allow,
    /// The action is rejected.
    Refuse,
}

/// Who can send an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// This process or a live node can send it.
    Known,
    /// A live node may be able to send it, but announces nothing that this program can read.
    Unclear,
    /// No live node can send it.
    Unreachable,
}

impl<R> Control<R> {
    /// Sets the policy for actions whose provider is unknown everywhere. By default, a control with providers of
    /// its own rejects them.
    #[must_use]
    pub fn with_unknown_providers(self, unknown_providers: UnknownProviders) -> Self {
        Self { unknown_providers, ..self }
    }

    /// Rejects schedules whose handler is not registered in this process, unless unknown providers are allowed.
    /// Handlers of other nodes do not count.
    #[must_use]
    pub fn with_local_handlers_only(self) -> Self {
        Self { local_handlers_only: true, ..self }
    }

    /// Returns probable mistakes in an action that can still be saved.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn warnings(&self, action: &Action) -> Result<Vec<Warning>, Error> {
        if self.unknown_providers == UnknownProviders::Ignore {
            return Ok(Vec::new());
        }
        let warning = match self.reach(action).await? {
            Reach::Known => self.providers.get(&action.provider).and_then(|provider| provider.warn(action)),
            Reach::Unclear | Reach::Unreachable if action.provider == HANDLER_PROVIDER => Some(Warning {
                code: "unknown_handler",
                detail: format!("No live node has a handler {:?}.", action.target),
                hint: Some(
                    "register it before the first run, or correct the name; until then runs fail and are retried",
                ),
            }),
            Reach::Unclear | Reach::Unreachable => {
                Some(Warning { code: "unknown_provider", detail: self.unknown(action), hint: Some(START_HINT) })
            }
        };
        Ok(warning.into_iter().collect())
    }

    /// Returns a warning if neither this process nor a live node has a provider of this name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn provider_warning(&self, name: &str) -> Result<Option<Warning>, Error> {
        let has_it = |announced: &Capabilities| announced.starts_programs(name).is_some();
        let is_known = has_it(&self.providers.capabilities()) || self.live_nodes().await?.iter().flatten().any(has_it);
        if is_known {
            return Ok(None);
        }
        let detail = format!("No live node has a provider {name:?}.");
        Ok(Some(Warning {
            code: "unknown_provider",
            detail,
            hint: Some("correct the name, or start a node that has it"),
        }))
    }

    /// Rejects an action whose provider is unknown everywhere, unless the policy allows it.
    ///
    /// # Errors
    /// Returns the error `unknown_provider`, or an error if the store is unavailable.
    pub async fn check_reachable(&self, action: &Action) -> Result<(), Error> {
        let is_checked = self.unknown_providers == UnknownProviders::Refuse && action.provider != HANDLER_PROVIDER;
        if is_checked && self.reach(action).await? == Reach::Unreachable {
            return Err(Error::invalid(ErrorCode::UnknownProvider, self.unknown(action)).with_hint(UNKNOWN_HINT));
        }
        Ok(())
    }

    /// Checks the action of a schedule like [`Control::check_reachable`]. A schedule that already has the provider
    /// keeps it.
    pub(super) async fn check_reachable_for(&self, save: &SaveScheduleRequest) -> Result<(), Error> {
        self.check_handler(&save.definition.action)?;
        let Err(refusal) = self.check_reachable(&save.definition.action).await else { return Ok(()) };
        match self.store.schedule(&save.key).await {
            Ok(Some(old)) if old.definition.action.provider == save.definition.action.provider => Ok(()),
            Ok(_) | Err(StoreError::Corrupt(_)) => Err(refusal),
            Err(error) => Err(error.into()),
        }
    }

    /// Rejects a handler that this process has not registered, if only local handlers are accepted. This also
    /// applies to a schedule that already has the handler: a new version of the program may have removed it.
    fn check_handler(&self, action: &Action) -> Result<(), Error> {
        let is_checked = self.local_handlers_only
            && self.unknown_providers == UnknownProviders::Refuse
            && action.provider == HANDLER_PROVIDER;
        let registered = self.providers.get(HANDLER_PROVIDER).and_then(|handlers| handlers.targets());
        match registered {
            Some(registered) if is_checked && !registered.contains(&action.target) => {
                Err(unknown_handler(&action.target, &registered))
            }
            Some(_) | None => Ok(()),
        }
    }

    async fn reach(&self, action: &Action) -> Result<Reach, Error> {
        if self.providers.capabilities().has(action) {
            return Ok(Reach::Known);
        }
        let mut reach = Reach::Unreachable;
        for announced in self.live_nodes().await? {
            match announced {
                Some(announced) if announced.has(action) => return Ok(Reach::Known),
                Some(_) => {}
                None => reach = Reach::Unclear,
            }
        }
        Ok(reach)
    }

    /// Returns what each live node announces. `None` stands for a node that announces nothing that this program can
    /// read, because its program is older: it may have any provider.
    pub(super) async fn live_nodes(&self) -> Result<Vec<Option<Capabilities>>, Error> {
        let now = self.clock.now();
        let mut announced = Vec::new();
        for node in self.store.nodes(now).await? {
            let mark = self.store.mark(&Capabilities::mark_name(&node.id), now).await?;
            announced.push(mark.and_then(|mark| Capabilities::from_mark(&mark.value)));
        }
        Ok(announced)
    }

    fn unknown(&self, action: &Action) -> String {
        let own = self.providers.names().join(", ");
        format!("No live node has a provider {:?}; this one has {own}.", action.provider)
    }
}

/// Returns the error for a handler that this process has not registered, with the registered name that a typo most
/// likely meant.
fn unknown_handler(name: &str, registered: &[String]) -> Error {
    let typos_max = (name.chars().count() / 3).max(1);
    let nearest = registered.iter().map(|other| (strsim::damerau_levenshtein(name, other), other)).min();
    let guess = match nearest {
        Some((typos, nearest)) if typos <= typos_max => format!("did you mean {nearest:?}? Otherwise, "),
        Some((_, nearest)) => format!("the registered handler with the most similar name is {nearest:?}; "),
        None => "this program has not registered any handler; ".to_owned(),
    };
    let hint = format!(
        "{guess}register handlers before you save their schedules; if another program runs this handler, open the \
         store with `allow_remote_handlers`"
    );
    Error::invalid(ErrorCode::UnknownHandler, format!("this program has no handler {name:?}")).with_hint(hint)
}

/// Hint for an unknown provider that the policy allows.
const START_HINT: &str =
    "start a node that has it before the first run, or correct the name; until then runs fail and are retried";
/// Hint for an unknown provider that was rejected.
const UNKNOWN_HINT: &str = "correct the name, or set `allow_unknown_provider` if a node that has it will be started";
