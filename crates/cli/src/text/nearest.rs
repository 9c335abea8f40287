//! Finds the name that a typo was meant to be.

/// Returns the candidate closest to a typo, or `None` if no candidate is close.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const TYPED_MAX: usize = 64;
    if typed.len() > TYPED_MAX {
        return None;
    }
    let allowed = (typed.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(typed, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
