//! Headers of console pages: the content security policy and caching.

/// Content security policy: everything comes from this server, and pages have no inline script or style.
/// Decision 0045.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// For files whose name contains a hash of their content: they never change.
pub(super) const FOREVER: &str = "public, max-age=31536000, immutable";
/// For files that keep their name from build to build.
pub(super) const REVALIDATE: &str = "no-cache";
