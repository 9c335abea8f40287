//! Binary encoding of stored values: whole numbers as varints, texts prefixed with their lengths. A row of the
//! ledger takes about half of the space of JSON, and reading a row allocates only its texts.

use jiff::Timestamp;

use refrain_ledger::store::StoreError;

/// Writes fields one after the other.
#[derive(Debug, Default)]
pub(super) struct Pack(Vec<u8>);

impl Pack {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    pub(super) fn done(self) -> Vec<u8> {
        self.0
    }

    /// Appends bytes of a known length without a prefix.
    pub(super) fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    pub(super) fn count(&mut self, mut number: u64) -> &mut Self {
        while number >= 0x80 {
            self.0.push((number as u8 & 0x7f) | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
        self
    }

    /// Appends a signed number (zigzag encoding): small numbers of either sign take few bytes.
    pub(super) fn number(&mut self, number: i64) -> &mut Self {
        self.count(((number << 1) ^ (number >> 63)) as u64)
    }

    pub(super) fn flag(&mut self, flag: bool) -> &mut Self {
        self.count(u64::from(flag))
    }

    pub(super) fn at(&mut self, at: Timestamp) -> &mut Self {
        self.number(at.as_microsecond())
    }

    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.count(text.len() as u64).raw(text.as_bytes())
    }

    /// Appends an optional value: 0 for none, or 1 followed by the value.
    pub(super) fn maybe<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) -> &mut Self {
        self.flag(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
        self
    }

    pub(super) fn maybe_at(&mut self, at: Option<Timestamp>) -> &mut Self {
        self.maybe(at, |pack, at| {
            pack.at(at);
        })
    }

    pub(super) fn maybe_text(&mut self, text: Option<&str>) -> &mut Self {
        self.maybe(text, |pack, text| {
            pack.text(text);
        })
    }

    pub(super) fn maybe_number(&mut self, number: Option<i64>) -> &mut Self {
        self.maybe(number, |pack, number| {
            pack.number(number);
        })
    }
}

/// Reads fields in the order in which they were written. A field that cannot be read is reported as corruption.
#[derive(Debug)]
pub(super) struct Unpack<'a> {
    bytes: &'a [u8],
    what: &'static str,
}

impl<'a> Unpack<'a> {
    pub(super) fn new(bytes: &'a [u8], what: &'static str) -> Self {
        Self { bytes, what }
    }

    /// Returns whether everything has been read. Older programs have written fewer fields.
    pub(super) fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the error for data that cannot be valid.
    pub(super) fn damaged(&self) -> StoreError {
        StoreError::Corrupt(format!("{} cannot be read", self.what))
    }

    pub(super) fn raw(&mut self, length: usize) -> Result<&'a [u8], StoreError> {
        let (head, tail) = self.bytes.split_at_checked(length).ok_or_else(|| self.damaged())?;
        self.bytes = tail;
        Ok(head)
    }

    pub(super) fn count(&mut self) -> Result<u64, StoreError> {
        let mut number = 0_u64;
        for (index, byte) in self.bytes.iter().enumerate().take(10) {
            number |= u64::from(byte & 0x7f) << (7 * index);
            if byte & 0x80 == 0 {
                self.bytes = &self.bytes[index + 1..];
                return Ok(number);
            }
        }
        Err(self.damaged())
    }

    pub(super) fn number(&mut self) -> Result<i64, StoreError> {
        let zigzag = self.count()?;
        Ok((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
    }

    pub(super) fn small<T: TryFrom<u64>>(&mut self) -> Result<T, StoreError> {
        let count = self.count()?;
        T::try_from(count).map_err(|_| self.damaged())
    }

    pub(super) fn flag(&mut self) -> Result<bool, StoreError> {
        Ok(self.count()? != 0)
    }

    /// Reads a value of an enumeration by its code.
    pub(super) fn code<T>(&mut self, from_code: impl FnOnce(i16) -> Option<T>) -> Result<T, StoreError> {
        let code = self.small::<u16>()?;
        i16::try_from(code).ok().and_then(from_code).ok_or_else(|| self.damaged())
    }

    pub(super) fn at(&mut self) -> Result<Timestamp, StoreError> {
        let microsecond = self.number()?;
        instant(microsecond).ok_or_else(|| self.damaged())
    }

    pub(super) fn str(&mut self) -> Result<&'a str, StoreError> {
        let length = self.small::<usize>()?;
        let bytes = self.raw(length)?;
        std::str::from_utf8(bytes).map_err(|_| self.damaged())
    }

    pub(super) fn text(&mut self) -> Result<String, StoreError> {
        self.str().map(str::to_owned)
    }

    pub(super) fn maybe<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        if self.flag()? { read(self).map(Some) } else { Ok(None) }
    }

    pub(super) fn maybe_at(&mut self) -> Result<Option<Timestamp>, StoreError> {
        self.maybe(Self::at)
    }

    pub(super) fn maybe_text(&mut self) -> Result<Option<String>, StoreError> {
        self.maybe(Self::text)
    }
}

/// Converts microseconds to an instant. Unlike jiff's constructor, it covers the last microsecond that an
/// instant can have, at which endless leases end.
pub(super) fn instant(microsecond: i64) -> Option<Timestamp> {
    const SECOND: i64 = 1_000_000;
    let nanosecond = i32::try_from(microsecond.rem_euclid(SECOND) * 1_000).ok()?;
    Timestamp::new(microsecond.div_euclid(SECOND), nanosecond).ok()
}

/// Converts a score to an instant. Scores are rounded for distant instants, even beyond the last valid one.
pub(super) fn instant_of_score(microsecond: i64) -> Timestamp {
    let end = if microsecond > 0 { Timestamp::MAX } else { Timestamp::MIN };
    instant(microsecond).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_values_round_trip() {
        let mut pack = Pack::default();
        for number in [0, 1, -1, 63, -64, 300, i64::MAX, i64::MIN, 1_800_000_000_000_000] {
            pack.number(number);
        }
        pack.count(u64::MAX).text("häus").maybe_text(None).maybe_at(Some(Timestamp::MAX)).flag(true);
        let bytes = pack.done();
        let mut read = Unpack::new(&bytes, "a test");
        for number in [0, 1, -1, 63, -64, 300, i64::MAX, i64::MIN, 1_800_000_000_000_000] {
            assert_eq!(read.number().unwrap(), number);
        }
        assert_eq!(read.count().unwrap(), u64::MAX);
        assert_eq!((read.str().unwrap(), read.maybe_text().unwrap()), ("häus", None));
        let last = read.maybe_at().unwrap().unwrap();
        assert_eq!((last.as_microsecond(), read.flag().unwrap()), (Timestamp::MAX.as_microsecond(), true));
        assert_eq!(instant_of_score(i64::MAX), Timestamp::MAX);
        assert_eq!(instant(-1).unwrap().as_microsecond(), -1);
    }

    #[test]
    fn truncated_data_is_corrupt() {
        let mut pack = Pack::default();
        pack.text("a longer text").number(-5_000);
        let bytes = pack.done();
        for length in 0..bytes.len() {
            let mut read = Unpack::new(&bytes[..length], "a test");
            let whole = read.text().and_then(|_| read.number());
            assert!(matches!(whole, Err(StoreError::Corrupt(_))), "{length}");
        }
        let mut endless = Unpack::new(&[0xff; 12], "a test");
        assert!(endless.count().is_err());
    }
}
