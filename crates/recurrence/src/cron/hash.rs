//! `H`: a value derived from the schedule ID, so that many schedules spread over the field.

use crate::cron::field::{Field, Kind};
use crate::cron::reader::Reader;
use crate::error::{Error, ErrorCode, quoted};

impl Reader<'_> {
    /// Parses `H`, `H/n`, `H(a-b)` or `H(a-b)/n`: a value derived from the schedule ID.
    pub(super) fn hashed(&self, range: &str, step: Option<i16>, start: usize, field: &mut Field) -> Result<(), Error> {
        let (first, _) = self.bounds();
        let (low, high) = match range[1..].strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inside) => {
                let (low, high) = inside.split_once('-').ok_or_else(|| {
                    self.error(ErrorCode::BadValue, start, format!("{} is not a range for H", quoted(inside)))
                        .with_hint("write it like H(0-29)")
                })?;
                (self.value(low, start + 2)?, self.value(high, start + 3 + low.len())?)
            }
            None if range.len() == 1 => {
                // Days 29 to 31 do not exist in every month.
                (first, if self.kind == Kind::MonthDay { 28 } else { self.cycle_last() })
            }
            None => return Err(self.unreadable(range, start)),
        };
        if low > high {
            return Err(self.error(ErrorCode::OutOfRange, start, format!("the range {low}-{high} runs backwards")));
        }
        let spread = match step {
            Some(step) => (high - low + 1).min(step),
            None => high - low + 1,
        };
        let value = low + (mix(self.seed, self.kind as u64) % spread.unsigned_abs() as u64) as i16;
        field.has_interval |= step.is_some();
        match step {
            Some(step) => self.add(field, value, high, step),
            None => self.add(field, value, value, 1),
        }
        Ok(())
    }
}

/// Mixes seed and field with a fixed function. The values of `H` must never change between versions.
fn mix(seed: u64, field: u64) -> u64 {
    let mut value = seed ^ (field + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}
