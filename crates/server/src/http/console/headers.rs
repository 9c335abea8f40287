//! What browsers are told beside a page: what it may do, and how long it stays true.

/// Everything comes from this server, and nothing of it is written inside the page: no inline script, no inline style. Decision 0045.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// For what has its content's hash in its name: it never changes.
pub(super) const FOREVER: &str = "public, max-age=31536000, immutable";
/// For what keeps its name from build to build.
pub(super) const ASK_AGAIN: &str = "no-cache";
