//! Prints instants in UTC, for the answers of a batch.

use jiff::Timestamp;

use crate::input::instant::FIRST;

/// Appends an instant in the form `2026-01-05T14:00:00Z`. Occurrences are whole seconds, so no fraction is printed.
pub(crate) fn push_utc(out: &mut Vec<u8>, at: Timestamp) {
    const SECONDS_PER_DAY: i64 = 86_400;
    let second = at.as_second();
    if at.subsec_nanosecond() != 0 || !(FIRST..=Timestamp::MAX.as_second()).contains(&second) {
        out.extend_from_slice(at.to_string().as_bytes());
        return;
    }
    let (days, second) = (second.div_euclid(SECONDS_PER_DAY), second.rem_euclid(SECONDS_PER_DAY) as u32);
    let (year, month, day) = date_of(days);
    let mut text = *b"0000-00-00T00:00:00Z";
    put_two(&mut text, 0, year / 100);
    put_two(&mut text, 2, year % 100);
    put_two(&mut text, 5, month);
    put_two(&mut text, 8, day);
    put_two(&mut text, 11, second / 3600);
    put_two(&mut text, 14, second / 60 % 60);
    put_two(&mut text, 17, second % 60);
    out.extend_from_slice(&text);
}

fn put_two(text: &mut [u8; 20], at: usize, value: u32) {
    text[at] = b'0' + (value / 10) as u8;
    text[at + 1] = b'0' + (value % 10) as u8;
}

/// Converts days since 1970-01-01 to year, month and day, using years that start in March.
fn date_of(days: i64) -> (u32, u32, u32) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097) as u32;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = i64::from(year_of_era) + era * 400 + i64::from(month <= 2);
    (year as u32, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_utc_prints_the_same_as_jiff() {
        let mut second = FIRST;
        while let Ok(at) = Timestamp::from_second(second) {
            let mut printed = Vec::new();
            push_utc(&mut printed, at);
            assert_eq!(String::from_utf8(printed).unwrap(), at.to_string());
            second += 86_400 * 29 + 3_671;
        }
    }
}
