//! Steps of queues, documents, marks and the audit log.

use jiff::SignedDuration;
use serde_json::json;

use super::generate::Generator;
use super::step::Step;
use crate::model::{By, Fence, NewEntry, NewWorkItem, Node, Priority, Tenant, WorkItemId, WorkState};
use crate::store::{ClaimWork, DeadItemChange, DocumentKind, Mark, MarkName, WorkEnding, WorkFilter, WorkLease};
use crate::testing::fixture::{document, node, queue, tricky_json};

impl Generator {
    pub(super) fn work(&mut self, tenant: Tenant) -> NewWorkItem {
        NewWorkItem {
            tenant,
            queue: queue(self.random.pick(&["mail", "mail", "fax"])),
            key: self.random.pick(&["a", "b", "c", "d", "e"]).to_owned(),
            payload: self.random.pick(&[json!(1), json!({"x": []}), tricky_json()]),
            priority: self.random.pick(&[Priority::High, Priority::Normal, Priority::Low]),
            ready_at: self.soon(-5, 5),
            max_attempts: self.random.between(1, 2) as u32,
            occurrence: None,
        }
    }

    fn a_work_lease(&mut self) -> WorkLease {
        if self.work_leases.is_empty() || self.random.percent(3) {
            return WorkLease { id: WorkItemId(55_555), fence: Fence(1) };
        }
        let back = if self.random.percent(80) { 4 } else { self.work_leases.len() };
        let from = self.work_leases.len().saturating_sub(back);
        self.work_leases[from + self.random.below(self.work_leases.len() - from)]
    }

    /// Returns the owner of an item, or now and then another tenant.
    fn owner_of(&mut self, item: WorkItemId) -> Tenant {
        let owner = self.items.iter().find(|(id, _)| *id == item.0).map(|(_, tenant)| tenant.clone());
        owner.filter(|_| self.random.percent(90)).unwrap_or_else(|| self.tenant())
    }

    pub(super) fn queue_step(&mut self) -> Step {
        let tenant = self.tenant();
        match self.random.below(12) {
            0..4 => {
                let items = (0..self.random.between(1, 3)).map(|_| self.work(tenant.clone())).collect();
                Step::Enqueue(items)
            }
            4..7 => Step::ClaimWork(ClaimWork {
                tenant,
                queue: queue(self.random.pick(&["mail", "mail", "fax"])),
                owner: node(self.random.pick(&["n1", "n2"])),
                lease_for: self.length(5, 40),
                limit: self.random.pick(&[0, 1, 2, 9]),
            }),
            7 => {
                let leases = vec![self.a_work_lease(), self.a_work_lease()];
                Step::Extend(self.owner_of(leases[0].id), leases, self.length(5, 40))
            }
            8..10 => {
                let endings: Vec<_> =
                    (0..self.random.between(1, 3)).map(|_| (self.a_work_lease(), self.work_ending())).collect();
                Step::Finish(self.owner_of(endings[0].0.id), endings)
            }
            10 => {
                let seen = self.items.len() as i64;
                let ids: Vec<_> = (0..3).map(|_| WorkItemId(self.random.between(1, seen + 1))).collect();
                let change = self.random.pick(&[DeadItemChange::Replay, DeadItemChange::Discard]);
                Step::ChangeDead(self.owner_of(ids[0]), ids, change)
            }
            _ => {
                let states = if self.random.percent(50) { vec![self.random.pick(&WorkState::ALL)] } else { Vec::new() };
                let filter = WorkFilter { queue: self.random.percent(50).then(|| queue("mail")), states };
                Step::WorkItems(tenant, filter, self.random.between(1, 4) as usize)
            }
        }
    }

    fn work_ending(&mut self) -> WorkEnding {
        if self.random.percent(50) {
            return WorkEnding::Complete { result: self.random.pick(&[json!(null), json!([]), json!(1.0)]) };
        }
        let retry_at = self.random.percent(40).then(|| self.soon(0, 9));
        WorkEnding::Fail { error: "no".to_owned(), retry_at }
    }

    pub(super) fn catalog_step(&mut self) -> Step {
        let kind = self.random.pick(&[DocumentKind::DispatchRule, DocumentKind::Secret]);
        let tenant = self.tenant();
        let mut key = document(self.random.pick(&["a", "B"]));
        (key.kind, key.tenant) = (kind, tenant.clone());
        match self.random.below(6) {
            0..4 => Step::Put(key, self.random.pick(&[json!({}), json!([1, {}]), tricky_json()]), self.expect()),
            4 => Step::Remove(key, self.expect()),
            _ => Step::Documents(tenant, kind, self.random.between(1, 3) as usize),
        }
    }

    pub(super) fn marks_step(&mut self) -> Step {
        let name = MarkName { tenant: self.tenant(), name: self.random.pick(&["dedup/1", "breaker/x"]).to_owned() };
        let value = self.random.pick(&["open", "closed", ""]).to_owned();
        let ttl = self.length(0, 15);
        match self.random.below(12) {
            0..3 => Step::MarkIfAbsent(name, value, ttl),
            3..6 => {
                let expected = self.random.pick(&[None, Some("open".to_owned()), Some("closed".to_owned())]);
                let mark = self.random.percent(70).then(|| Mark { value, until: self.instant(0) + ttl });
                Step::ReplaceMark(name, expected, mark)
            }
            6 => Step::Mark(name),
            7..9 => Step::Count(name, self.random.between(0, 3) as u32, ttl + SignedDuration::from_secs(1)),
            9 => {
                let id = node(self.random.pick(&["n1", "n2", "n10"]));
                let (version, tzdb) = (self.random.pick(&["1", "2"]).to_owned(), "2026a".to_owned());
                Step::Beat(Node { id, version, tzdb, started_at: self.instant(0) }, ttl)
            }
            10 => self.random.pick(&[Step::Nodes, Step::Leave(node("n1"))]),
            _ => Step::Sweep,
        }
    }

    pub(super) fn audit_step(&mut self) -> Step {
        let tenant = self.tenant();
        if self.random.percent(40) {
            return Step::Verify(tenant);
        }
        let entry = NewEntry {
            by: By::new("bob"),
            action: "key.use".to_owned(),
            object: "key/1".to_owned(),
            detail: "{\"b\": 1, \"a\":[]}".to_owned(),
        };
        Step::Append(tenant, vec![entry; self.random.below(3)])
    }
}
