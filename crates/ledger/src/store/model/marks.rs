//! Marks, counters and nodes.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::Model;
use crate::ledger::check;
use crate::model::{Node, NodeId};
use crate::store::{Mark, MarkName, Marks, StoreError};

#[async_trait]
impl Marks for Model {
    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Mark>, StoreError> {
        check::mark(name, value)?;
        let until = now.saturating_add(ttl).unwrap_or(now);
        Ok(self.with(|state| {
            let held = state.marks.get(name).filter(|mark| mark.until > now).cloned();
            if held.is_none() {
                state.marks.insert(name.clone(), Mark { value: value.to_owned(), until });
            }
            held
        }))
    }

    async fn replace_mark(
        &self,
        name: &MarkName,
        expected: Option<&str>,
        mark: Option<&Mark>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        check::mark(name, expected.unwrap_or_default())?;
        check::mark(name, mark.map_or("", |mark| mark.value.as_str()))?;
        Ok(self.with(|state| {
            let held = state.marks.get(name).filter(|mark| mark.until > now).map(|mark| mark.value.as_str());
            let is_expected = held == expected;
            match mark {
                Some(mark) if is_expected => {
                    state.marks.insert(name.clone(), mark.clone());
                }
                None if is_expected => {
                    state.marks.remove(name);
                }
                Some(_) | None => {}
            }
            is_expected
        }))
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError> {
        check::mark(name, "")?;
        Ok(self.with(|state| state.marks.get(name).filter(|mark| mark.until > now).cloned()))
    }

    async fn count(
        &self,
        name: &MarkName,
        add: u32,
        window: SignedDuration,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        check::mark(name, "")?;
        let until = now.saturating_add(window).unwrap_or(now);
        Ok(self.with(|state| {
            let (count, ends_at) = state.counts.entry(name.clone()).or_insert((0, until));
            if *ends_at <= now {
                (*count, *ends_at) = (0, until);
            }
            *count += u64::from(add);
            *count
        }))
    }

    async fn beat(&self, node: &Node, lease_for: SignedDuration, now: Timestamp) -> Result<(), StoreError> {
        check::node(node)?;
        let until = now.saturating_add(lease_for).unwrap_or(now);
        self.with(|state| state.nodes.insert(node.id.clone(), (node.clone(), until)));
        Ok(())
    }

    async fn leave(&self, node: &NodeId) -> Result<(), StoreError> {
        self.with(|state| state.nodes.remove(node));
        Ok(())
    }

    async fn nodes(&self, now: Timestamp) -> Result<Vec<Node>, StoreError> {
        let living = |(node, until): &(Node, Timestamp)| (*until > now).then(|| node.clone());
        Ok(self.with(|state| state.nodes.values().filter_map(living).collect()))
    }

    async fn sweep(&self, limit: usize, now: Timestamp) -> Result<usize, StoreError> {
        Ok(self.with(|state| {
            let mut left = limit;
            let mut keep = |until: Timestamp| {
                let goes = until <= now && left > 0;
                left -= usize::from(goes);
                !goes
            };
            state.marks.retain(|_, mark| keep(mark.until));
            state.counts.retain(|_, (_, until)| keep(*until));
            state.nodes.retain(|_, (_, until)| keep(*until));
            limit - left
        }))
    }
}
