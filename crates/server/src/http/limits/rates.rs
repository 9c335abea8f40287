//! Request rates: of each key, and of all keys of a tenant together.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use jiff::{SignedDuration, Timestamp};

use super::Limits;
use super::bucket::{Buckets, Rate, TakeResult};
use crate::auth::{Identity, Reach};
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// Maximum rate of login attempts per address.
const LOGINS: Rate = Rate { count: 5, window: SignedDuration::from_mins(1) };

/// Kind of request for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Read,
    Write,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Read => "reads",
            Self::Write => "writes",
        }
    }
}

/// Remaining requests of a key.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    kind: Kind,
    rate: Rate,
    left: u32,
    retry_after: SignedDuration,
}

impl Allowance {
    /// Sets the headers `RateLimit` and `RateLimit-Policy`, as the IETF draft defines them.
    pub(crate) fn set_headers(&self, headers: &mut HeaderMap) {
        let (name, window) = (self.kind.as_str(), self.rate.window.as_secs().max(1));
        let policy = format!("\"{name}\";q={};w={window}", self.rate.count);
        let left = format!("\"{name}\";r={};t={}", self.left, whole_seconds(self.retry_after));
        for (field, value) in [(RATE_LIMIT_POLICY, policy), (RATE_LIMIT, left)] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(field, value);
            }
        }
    }
}

/// Recent requests by caller.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    keys: Buckets<(Kind, String)>,
    tenants: Buckets<(Kind, String)>,
    logins: Buckets<IpAddr>,
}

impl Rates {
    /// Counts a request. Returns the remaining allowance, or an error if none is left.
    pub(crate) fn take(
        &self,
        identity: &Identity,
        method: &Method,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<Option<Allowance>, Box<(Problem, Allowance)>> {
        let is_read = [Method::GET, Method::HEAD, Method::OPTIONS].contains(method);
        let (kind, of_key, of_tenant) = if is_read {
            (Kind::Read, limits.key_reads, limits.tenant_reads)
        } else {
            (Kind::Write, limits.key_writes, limits.tenant_writes)
        };
        let tenant = match &identity.reach {
            Reach::One(tenant) => of_tenant.map(|rate| (rate, tenant.to_string())),
            // An operator's requests may concern any tenant.
            Reach::All => None,
        };
        let own = of_key.map(|rate| take(&self.keys, kind, identity.actor.clone(), rate, now)).transpose()?;
        let shared = tenant.map(|(rate, tenant)| take(&self.tenants, kind, tenant, rate, now)).transpose()?;
        Ok(own.or(shared))
    }

    /// Counts a login attempt.
    pub(crate) fn login(&self, address: IpAddr, now: Timestamp) -> Result<(), Problem> {
        match self.logins.take(address, LOGINS, now) {
            TakeResult::Granted { .. } => Ok(()),
            TakeResult::Empty { retry_after } => {
                let detail = format!("more than {} login attempts per minute from {address}", LOGINS.count);
                Err(too_many(detail, retry_after))
            }
        }
    }
}

fn take(
    buckets: &Buckets<(Kind, String)>,
    kind: Kind,
    name: String,
    rate: Rate,
    now: Timestamp,
) -> Result<Allowance, Box<(Problem, Allowance)>> {
    let detail = format!("more than {} {} in {}s by {name}", rate.count, kind.as_str(), rate.window.as_secs());
    match buckets.take((kind, name), rate, now) {
        TakeResult::Granted { left } => Ok(Allowance { kind, rate, left, retry_after: rate.window }),
        TakeResult::Empty { retry_after } => {
            Err(Box::new((too_many(detail, retry_after), Allowance { kind, rate, left: 0, retry_after })))
        }
    }
}

fn too_many(detail: String, retry_after: SignedDuration) -> Problem {
    Problem::new(ProblemCode::TooManyRequests, detail)
        .with_hint("wait for the number of seconds in Retry-After")
        .retry_after(whole_seconds(retry_after))
}

/// Rounds up to at least one second: a caller that does not wait comes back too early.
fn whole_seconds(length: SignedDuration) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or(0).div_ceil(1_000).max(1)
}
