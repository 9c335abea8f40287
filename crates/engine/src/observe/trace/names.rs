//! Names of all log records and spans, and when each is written.

/// Declares the names and the list of all of them.
macro_rules! names {
    ($($constant:ident = $name:literal, $level:literal, $when:literal;)+) => {
        $(
            #[doc = $when]
            pub const $constant: &str = $name;
        )+

        /// Name, level and meaning of every log record and span.
        pub const ALL: &[(&str, &str, &str)] = &[$(($name, $level, $when),)+];
    };
}

names! {
    CREATE = "recurring.create", "info", "A schedule was created.";
    UPDATE = "recurring.update", "info", "A schedule was changed.";
    DELETE = "recurring.delete", "info", "A schedule was deleted; its history stays until retention removes it.";
    PAUSE = "recurring.pause", "info", "A schedule was paused.";
    RESUME = "recurring.resume", "info", "A schedule was resumed.";
    CANCEL = "recurring.cancel", "info", "A schedule was canceled.";
    DISPATCH = "recurring.dispatch", "info", "A run was delivered.";
    SKIP = "recurring.skip", "info", "An occurrence ended without a run; its reason says why.";
    RETRY = "recurring.retry", "warn", "An attempt failed and will be retried.";
    DISPATCH_ERROR = "recurring.dispatch_error", "error", "A run failed and is not retried; its reason says why.";
    SKIP_CLAIMED = "recurring.skip_claimed", "debug", "A lease was lost to another node or given up in time.";
    EXPIRED = "recurring.expired", "warn", "A schedule reached its end or its maximum number of runs.";
    NO_NEXT = "recurring.no_next", "warn", "A schedule has no occurrence left, although it has no end.";
    ALARM = "recurring.alarm", "warn", "An alarm was raised; the field `alarm` names it.";
    ALERT_FAILED = "recurring.alert_failed", "error", "An alert could not be delivered.";
    OCCURRENCE = "recurring.occurrence", "info", "Span of one attempt of an occurrence.";
    STEP = "recurring.step", "info", "Child span of one dispatch step.";
}
