//! Names of keys. Every key begins with `{prefix:shard}`, so that a shard is one hash slot.
//!
//! A tenant is stored in one shard, which a stable hash of its names selects. An ID contains its shard: counter
//! × shards + shard. Names contain neither braces nor colons, so nothing needs escaping. Arbitrary texts are at
//! the end of a key or in a member.

use super::error;
use refrain_ledger::model::{
    Occurrence, OccurrenceId, Priority, QueueName, ScheduleKey, ScheduleUid, State, Tenant, WorkItemId,
};
use refrain_ledger::store::{DocumentKind, MarkName, StoreError};

/// Length of padded IDs. With equal lengths, sorted sets order members with equal scores by ID. 2^53 has 16 digits.
const DIGITS: usize = 16;

/// Part of the keyspace that a key is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shard(pub(super) u32);

/// Builds the names of keys.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    prefix: String,
    tags: Vec<String>,
}

/// The two sets of claimable rows that each tenant and priority has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ReadyKind {
    /// Rows that a claim may take ahead of time, by due time.
    Due,
    /// All other rows, by the end of their lease, their next attempt, or their next check.
    Held,
}

impl ReadyKind {
    pub(super) const ALL: [Self; 2] = [Self::Due, Self::Held];

    /// Returns the kind of set of an open row.
    pub(super) fn of(row: &Occurrence) -> Option<Self> {
        match row.state {
            State::Planned | State::Running if row.may_be_leased_ahead() => Some(Self::Due),
            State::Planned | State::Running => Some(Self::Held),
            State::Succeeded | State::Skipped | State::Failed => None,
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Due => 'r',
            Self::Held => 'l',
        }
    }
}

impl Keys {
    pub(super) fn new(prefix: &str, shards: u32) -> Self {
        let tags = (0..shards).map(|shard| format!("{{{prefix}:{shard}}}:")).collect();
        Self { prefix: prefix.to_owned(), tags }
    }

    /// Returns the prefix of all keys.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Returns the key of the hash that contains the layout of the keyspace.
    pub(super) fn meta(prefix: &str) -> String {
        format!("{{{prefix}:meta}}")
    }

    /// Returns the channel on which nodes notify each other of new work.
    pub(super) fn channel(&self) -> String {
        format!("{}:wake", self.prefix)
    }

    pub(super) fn shards(&self) -> impl Iterator<Item = Shard> + use<> {
        (0..self.tags.len() as u32).map(Shard)
    }

    fn key(&self, shard: Shard, name: &str) -> String {
        [self.tags[shard.0 as usize].as_str(), name].concat()
    }

    /// Returns the key of an object with an ID.
    fn numbered(&self, number: i64, kind: &str) -> String {
        let tag = &self.tags[self.home(number).0 as usize];
        let mut key = String::with_capacity(tag.len() + kind.len() + DIGITS);
        key.push_str(tag);
        key.push_str(kind);
        push_number(&mut key, number, 1);
        key
    }

    /// Returns the shard of a tenant: FNV-1a over both names, the same on every machine and in every version.
    pub(super) fn shard_of(&self, tenant: &Tenant) -> Shard {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in tenant.namespace.as_str().bytes().chain([b'/']).chain(tenant.name.as_str().bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Shard((hash % self.tags.len() as u64) as u32)
    }

    /// Returns the shard of an ID.
    pub(super) fn home(&self, number: i64) -> Shard {
        Shard(number.rem_euclid(self.tags.len() as i64) as u32)
    }

    /// Returns the ID that a counter value yields in a shard.
    pub(super) fn number(&self, counter: i64, shard: Shard) -> i64 {
        counter * self.tags.len() as i64 + i64::from(shard.0)
    }

    /// Returns the counter value of an ID.
    pub(super) fn counter(&self, number: i64) -> i64 {
        number.div_euclid(self.tags.len() as i64)
    }

    /// Returns the key of the last counter value that was used.
    pub(super) fn numbers(&self, shard: Shard) -> String {
        self.key(shard, "numbers")
    }

    pub(super) fn record(&self, uid: ScheduleUid) -> String {
        self.numbered(uid.0, "s:")
    }

    pub(super) fn revisions(&self, uid: ScheduleUid) -> String {
        self.numbered(uid.0, "v:")
    }

    /// Returns the key of the hash from unique keys to row IDs.
    pub(super) fn row_keys(&self, shard: Shard) -> String {
        self.key(shard, "k")
    }

    /// Returns the key of the list of a schedule's row IDs, in order.
    pub(super) fn history(&self, uid: ScheduleUid) -> String {
        self.numbered(uid.0, "h:")
    }

    pub(super) fn row(&self, id: OccurrenceId) -> String {
        self.numbered(id.0, "o:")
    }

    pub(super) fn attempts(&self, id: OccurrenceId) -> String {
        self.numbered(id.0, "a:")
    }

    /// Returns the key of the sorted set of schedules by the time at which they must be planned.
    pub(super) fn due(&self, shard: Shard) -> String {
        self.key(shard, "due")
    }

    /// Returns the key of the sorted set of schedules that are not deleted, by uid.
    pub(super) fn schedules(&self, shard: Shard) -> String {
        self.key(shard, "schedules")
    }

    /// Returns the key of the sorted set of rows that a claim finds later than they are due, by due time.
    pub(super) fn put_off(&self, shard: Shard) -> String {
        self.key(shard, "put_off")
    }

    /// Returns the key of the sorted set of schedules by the number of their completed rows.
    pub(super) fn ended(&self, shard: Shard) -> String {
        self.key(shard, "ended")
    }

    /// Returns the key of the sorted set of schedules by the completion time of their oldest completed row.
    pub(super) fn oldest(&self, shard: Shard) -> String {
        self.key(shard, "oldest")
    }

    /// Returns the key of the sorted set of deleted schedules that may still have rows.
    pub(super) fn deleted(&self, shard: Shard) -> String {
        self.key(shard, "deleted")
    }

    /// Returns the key of the sorted set of objects that could not be read and were set aside.
    pub(super) fn damaged(&self, shard: Shard) -> String {
        self.key(shard, "damaged")
    }

    /// Returns the key of the sorted set that orders the sets of claimable rows by the time of their first row.
    pub(super) fn ready_sets(&self, shard: Shard, kind: ReadyKind) -> String {
        self.key(shard, &format!("t{}", kind.letter()))
    }

    /// Returns the name of a set of claimable rows in [`Keys::ready_sets`].
    pub(super) fn ready_member(tenant: &Tenant, priority: Priority) -> String {
        format!("{}:{tenant}", priority.rank())
    }

    /// Returns the key of a set of claimable rows from its name in [`Keys::ready_sets`].
    pub(super) fn ready(&self, shard: Shard, kind: ReadyKind, member: &str) -> String {
        let tag = &self.tags[shard.0 as usize];
        let mut key = String::with_capacity(tag.len() + 2 + member.len());
        key.push_str(tag);
        key.push(kind.letter());
        key.push(':');
        key.push_str(member);
        key
    }

    /// Returns the key of the sorted set of a tenant's schedules that are not deleted. A member is ID, NUL, uid.
    pub(super) fn names(&self, tenant: &Tenant) -> String {
        self.key(self.shard_of(tenant), &format!("n:{tenant}"))
    }

    /// Returns the key of the sorted set of all schedules that ever had an ID and still have rows.
    pub(super) fn schedules_with_id(&self, key: &ScheduleKey) -> String {
        self.key(self.shard_of(&key.tenant), &format!("u:{key}"))
    }

    /// Returns the key of the sorted set of a tenant's rows, by ID.
    pub(super) fn rows_of(&self, tenant: &Tenant) -> String {
        self.key(self.shard_of(tenant), &format!("x:{tenant}"))
    }

    pub(super) fn gaps(&self, key: &ScheduleKey) -> String {
        self.key(self.shard_of(&key.tenant), &format!("g:{key}"))
    }

    /// Returns the key of the sorted set of gaps by the time they were recorded.
    pub(super) fn gap_ages(&self, shard: Shard) -> String {
        self.key(shard, "gaps")
    }

    pub(super) fn tip(&self, tenant: &Tenant) -> String {
        self.key(self.shard_of(tenant), &format!("tip:{tenant}"))
    }

    pub(super) fn audit(&self, tenant: &Tenant) -> String {
        self.key(self.shard_of(tenant), &format!("audit:{tenant}"))
    }

    pub(super) fn work(&self, id: WorkItemId) -> String {
        self.numbered(id.0, "w:")
    }

    /// Returns the key of the hash of the unique keys of a queue's work items.
    pub(super) fn work_keys(&self, tenant: &Tenant, queue: &QueueName) -> String {
        self.key(self.shard_of(tenant), &format!("wk:{tenant}:{queue}"))
    }

    pub(super) fn work_ready(&self, tenant: &Tenant, queue: &QueueName, priority: Priority) -> String {
        self.key(self.shard_of(tenant), &format!("wr:{}:{tenant}:{queue}", priority.rank()))
    }

    /// Returns the key of the sorted set of a tenant's work items, by ID.
    pub(super) fn work_of(&self, tenant: &Tenant) -> String {
        self.key(self.shard_of(tenant), &format!("wx:{tenant}"))
    }

    /// Returns the key of the sorted set of ended work items, by end time.
    pub(super) fn work_ended(&self, shard: Shard) -> String {
        self.key(shard, "we")
    }

    /// Returns the key of the hash of a tenant's documents of one kind, by name.
    pub(super) fn documents(&self, tenant: &Tenant, kind: DocumentKind) -> String {
        self.key(self.shard_of(tenant), &format!("d:{}:{tenant}", kind.as_str()))
    }

    /// Returns the key of the sorted set of the names of a tenant's documents of one kind.
    pub(super) fn document_names(&self, tenant: &Tenant, kind: DocumentKind) -> String {
        self.key(self.shard_of(tenant), &format!("dn:{}:{tenant}", kind.as_str()))
    }

    /// Returns the key of the hash of the last version of every document name that was ever used.
    pub(super) fn document_versions(&self, tenant: &Tenant, kind: DocumentKind) -> String {
        self.key(self.shard_of(tenant), &format!("dv:{}:{tenant}", kind.as_str()))
    }

    pub(super) fn mark(&self, name: &MarkName) -> String {
        self.key(self.shard_of(&name.tenant), &format!("m:{}:{}", name.tenant, name.name))
    }

    pub(super) fn counter_of(&self, name: &MarkName) -> String {
        self.key(self.shard_of(&name.tenant), &format!("c:{}:{}", name.tenant, name.name))
    }

    /// Returns the key of the sorted set of marks and counters, by expiry.
    pub(super) fn expiries(&self, shard: Shard) -> String {
        self.key(shard, "expiries")
    }

    /// Returns the key of the hash of nodes. Nodes belong to no tenant, so the hash is in shard 0.
    pub(super) fn nodes(&self) -> String {
        self.key(Shard(0), "nodes")
    }
}

/// Returns an ID as a member of a sorted set.
pub(super) fn padded(number: i64) -> String {
    let mut text = String::with_capacity(DIGITS);
    push_number(&mut text, number, DIGITS);
    text
}

/// Parses an ID that is a member of a sorted set.
pub(super) fn read_padded(member: &[u8]) -> Result<i64, StoreError> {
    let number = std::str::from_utf8(member).ok().and_then(|text| text.parse().ok());
    number.ok_or_else(|| error::unexpected("a number"))
}

/// Appends a number with at least `digits` digits. Every row needs several numbers, and the formatter of the
/// standard library takes several times as long.
fn push_number(text: &mut String, number: i64, digits: usize) {
    let mut left = number.unsigned_abs();
    let mut buffer = [b'0'; 24];
    let mut start = buffer.len();
    while left > 0 || buffer.len() - start < digits {
        start -= 1;
        buffer[start] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    if number < 0 {
        text.push('-');
    }
    text.extend(buffer[start..].iter().map(|digit| char::from(*digit)));
}

/// Returns a row as a member of a set of claimable rows: its ID and its schedule, so that both can be read in
/// one step.
pub(super) fn ready_row(id: OccurrenceId, uid: ScheduleUid) -> String {
    let mut text = String::with_capacity(2 * DIGITS + 1);
    push_number(&mut text, id.0, DIGITS);
    text.push(':');
    push_number(&mut text, uid.0, 1);
    text
}

/// Parses the result of [`ready_row`].
pub(super) fn read_ready_row(member: &str) -> Option<(OccurrenceId, ScheduleUid)> {
    let (id, uid) = member.split_once(':')?;
    Some((OccurrenceId(id.parse().ok()?), ScheduleUid(uid.parse().ok()?)))
}

/// Returns the unique key of a row inside its schedule. Neither part contains a NUL.
pub(super) fn row_key(period_key: &str, discriminator: &str) -> String {
    [period_key, "\0", discriminator].concat()
}

/// Returns the unique key of a row inside its shard.
pub(super) fn row_field(uid: ScheduleUid, period_key: &str, discriminator: &str) -> String {
    let mut text = String::with_capacity(DIGITS + 2 + period_key.len() + discriminator.len());
    push_number(&mut text, uid.0, 1);
    text.push(':');
    text.push_str(period_key);
    text.push('\0');
    text.push_str(discriminator);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_contains_its_shard() {
        let keys = Keys::new("refrain", 16);
        let tenant = Tenant::new("default", "acme").unwrap();
        let shard = keys.shard_of(&tenant);
        let number = keys.number(7, shard);
        assert_eq!((keys.home(number), keys.counter(number)), (shard, 7));
        assert!(keys.home(-1).0 < 16);
        let id = OccurrenceId(number);
        assert_eq!(keys.row(id), format!("{{refrain:{}}}:o:{number}", shard.0));
    }

    #[test]
    fn a_tenant_stays_in_its_shard() {
        // The values are spelled out, so that no change of the code can separate tenants from their rows.
        let keys = Keys::new("refrain", 16);
        let shard = |namespace, name| keys.shard_of(&Tenant::new(namespace, name).unwrap()).0;
        assert_eq!((shard("default", "acme"), shard("default", "globex"), shard("prod", "acme")), (9, 0, 11));
    }

    #[test]
    fn members_sort_by_id() {
        let members = [9, 10, 200].map(|id| ready_row(OccurrenceId(id), ScheduleUid(3)));
        assert!(members.is_sorted());
        assert_eq!(read_ready_row(&members[1]), Some((OccurrenceId(10), ScheduleUid(3))));
        assert_eq!(read_ready_row("x"), None);
        assert_eq!((members[0].as_str(), padded(42).as_str()), ("0000000000000009:3", "0000000000000042"));
        let spelled = |number| Keys::new("p", 1).numbered(number, "o:");
        assert_eq!(
            (spelled(0), spelled(-70), spelled(i64::MIN)),
            ("{p:0}:o:0".to_owned(), "{p:0}:o:-70".to_owned(), format!("{{p:0}}:o:{}", i64::MIN),)
        );
    }
}
