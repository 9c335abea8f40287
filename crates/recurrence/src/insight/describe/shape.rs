//! The shape of a field: how a person would describe a set of values.

/// A description of a mask of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    All,
    One(u8),
    /// At least three consecutive values.
    Range(u8, u8),
    /// Consecutive values across the end of the field.
    Wrapped(u8, u8),
    /// Equal steps that divide the field, so that they continue across its end.
    Step {
        from: u8,
        step: u8,
    },
    /// At least four equal steps that do not fill the field, or that start over at its end before the step is
    /// complete.
    Steps {
        from: u8,
        to: u8,
        step: u8,
    },
    List(Vec<u8>),
}

impl Shape {
    /// Returns the shape of bits `first` to `last` of a mask.
    pub(super) fn of(mask: u64, first: u8, last: u8) -> Self {
        let values: Vec<u8> = (first..=last).filter(|bit| mask & (1 << bit) != 0).collect();
        let size = usize::from(last - first) + 1;
        if values.len() == size {
            return Self::All;
        }
        if let [one] = &*values {
            return Self::One(*one);
        }
        let steps: Vec<u8> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let (from, to) = (values[0], values[values.len() - 1]);
        let even = steps.windows(2).all(|pair| pair[0] == pair[1]);
        let step = steps.first().copied().unwrap_or(1);
        if values.len() > 2 && even {
            if step == 1 {
                return Self::Range(from, to);
            }
            // `*/7` is not every 7 minutes: the last interval of the hour is shorter.
            if size % usize::from(step) == 0 && values.len() == size / usize::from(step) {
                return Self::Step { from, step };
            }
            if values.len() > 3 {
                return Self::Steps { from, to, step };
            }
        }
        // Two values that halve the field are a step too, but 5 and 35 are easier to read as a list.
        if values.len() == 2 && from == first && usize::from(step) * 2 == size {
            return Self::Step { from, step };
        }
        let breaks = steps.iter().filter(|step| **step != 1).count();
        if values.len() > 2 && breaks == 1 && from == first && to == last {
            let at = steps.iter().position(|step| *step != 1).unwrap_or(0);
            return Self::Wrapped(values[at + 1], values[at]);
        }
        Self::List(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gets_the_shape_people_would_write() {
        let mask = |values: &[u8]| values.iter().fold(0_u64, |mask, value| mask | 1 << value);
        let minutes = |values: &[u8]| Shape::of(mask(values), 0, 59);
        assert_eq!(minutes(&[0, 15, 30, 45]), Shape::Step { from: 0, step: 15 });
        assert_eq!(minutes(&[5, 20, 35, 50]), Shape::Step { from: 5, step: 15 });
        assert_eq!(minutes(&[0, 30]), Shape::Step { from: 0, step: 30 });
        assert_eq!(minutes(&[5, 35]), Shape::List(vec![5, 35]));
        assert_eq!(minutes(&[0, 7, 14, 21, 28, 35, 42, 49, 56]), Shape::Steps { from: 0, to: 56, step: 7 });
        assert_eq!(minutes(&[0, 25, 50]), Shape::List(vec![0, 25, 50]));
        assert_eq!(minutes(&[3, 4, 5]), Shape::Range(3, 5));
        assert_eq!(minutes(&[1, 2]), Shape::List(vec![1, 2]));
        assert_eq!(minutes(&[20, 40]), Shape::List(vec![20, 40]));
        assert_eq!(Shape::of(mask(&[0, 1, 2, 22, 23]), 0, 23), Shape::Wrapped(22, 2));
        assert_eq!(Shape::of(u64::MAX, 1, 31), Shape::All);
    }
}
