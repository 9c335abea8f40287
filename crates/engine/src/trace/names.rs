//! The names of all lines, with when each is written.

/// Declares the names and the list of all of them.
macro_rules! names {
    ($($constant:ident = $name:literal, $level:literal, $when:literal;)+) => {
        $(
            #[doc = $when]
            pub const $constant: &str = $name;
        )+

        /// Name, level, and when it is written.
        pub const ALL: &[(&str, &str, &str)] = &[$(($name, $level, $when),)+];
    };
}

names! {
    CREATE = "recurring.create", "info", "A schedule was made.";
    UPDATE = "recurring.update", "info", "A schedule was changed.";
    DELETE = "recurring.delete", "info", "A schedule was removed; its history stays until it is pruned.";
    PAUSE = "recurring.pause", "info", "A schedule was paused.";
    RESUME = "recurring.resume", "info", "A schedule goes on.";
    CANCEL = "recurring.cancel", "info", "A schedule was ended for good.";
    DISPATCH = "recurring.dispatch", "info", "A run was delivered.";
    SKIP = "recurring.skip", "info", "An occurrence ended without a run; its reason says why.";
    RETRY = "recurring.retry", "warn", "An attempt failed, and another follows.";
    DISPATCH_ERROR = "recurring.dispatch_error", "error", "A run failed for good; its reason says why.";
    SKIP_CLAIMED = "recurring.skip_claimed", "debug", "A run is another node's now, or was given up before it would be.";
    EXPIRED = "recurring.expired", "warn", "A schedule has come to its end or to its number of runs.";
    NO_NEXT = "recurring.no_next", "warn", "A schedule has no occurrence left, though nothing ends it.";
    ALARM = "recurring.alarm", "warn", "Something that a person should know; `alarm` says what.";
    ALERT_FAILED = "recurring.alert_failed", "error", "An alert could not be delivered.";
    OCCURRENCE = "recurring.occurrence", "info", "A span: one attempt at an occurrence.";
    STEP = "recurring.step", "info", "A span inside it: one step of the dispatch.";
}
