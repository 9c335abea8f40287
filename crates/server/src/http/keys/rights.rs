//! Checks who may see an API key and who may grant one. No caller grants more rights than it has, or for
//! longer.

use jiff::Timestamp;

use crate::auth::{ApiKey, Identity, KeyRecord, Permission, Reach, Role};
use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Rights that a key grants.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyGrant<'a> {
    pub(super) reaches_all: bool,
    pub(super) role: Role,
    pub(super) permissions: &'a [Permission],
    pub(super) expires_at: Option<Timestamp>,
}

impl<'a> KeyGrant<'a> {
    pub(super) fn of(key: &'a ApiKey) -> Self {
        Self {
            reaches_all: key.tenant.is_none(),
            role: key.role,
            permissions: &key.permissions,
            expires_at: key.expires_at,
        }
    }
}

/// Checks that the grantor has all the rights that a key would grant.
pub(super) fn check(grantor: &Identity, wanted: KeyGrant<'_>) -> Result<(), Problem> {
    let too_much = |detail: String| Err(Problem::new(ProblemCode::TooMuch, detail));
    if wanted.reaches_all && grantor.reach != Reach::All {
        return too_much("only a key with access to all tenants can create such a key".to_owned());
    }
    if wanted.role > grantor.role {
        return too_much(format!(
            "your role is {}, so you cannot grant {}",
            grantor.role.as_str(),
            wanted.role.as_str()
        ));
    }
    if let Some(missing) = wanted.permissions.iter().find(|permission| !grantor.rights().has((**permission).into())) {
        return too_much(format!("you cannot grant `{}`, which you do not have", missing.as_str()));
    }
    match (grantor.expires_at, wanted.expires_at) {
        (Some(own), None) => too_much(format!("your own key expires at {own}; a key that you create must expire, too")),
        (Some(own), Some(wanted)) if wanted > own => {
            too_much(format!("your own key expires at {own}; a key that you create cannot expire at {wanted}"))
        }
        (Some(_) | None, _) => Ok(()),
    }
}

/// Returns the key with an ID, if the caller may know of it.
pub(super) async fn visible(app: &App, caller: &Caller, id: &str) -> Result<KeyRecord, Problem> {
    let missing = || Problem::not_found(format!("key {} does not exist", id.chars().take(40).collect::<String>()));
    let key = app.authority().keys().find(id).await?.ok_or_else(missing)?;
    let is_visible = match &caller.identity.reach {
        Reach::All => true,
        Reach::One(own) => key.tenant.as_ref() == Some(own),
    };
    if is_visible { Ok(KeyRecord { id: id.to_owned(), key }) } else { Err(missing()) }
}

#[cfg(test)]
mod tests {
    use refrain::model::Tenant;

    use super::*;

    fn admin(permissions: &[Permission], expires_at: Option<Timestamp>) -> Identity {
        let reach = Reach::One(Tenant::new("default", "acme").unwrap());
        Identity { reach, permissions: permissions.to_vec(), expires_at, ..Identity::operator("someone") }
    }

    fn wanted(role: Role, permissions: &[Permission]) -> KeyGrant<'_> {
        KeyGrant { reaches_all: false, role, permissions, expires_at: None }
    }

    #[test]
    fn no_caller_grants_more_rights_than_it_has() {
        let fire = admin(&[Permission::Fire], None);
        assert!(check(&fire, wanted(Role::Admin, &[Permission::Fire])).is_ok());
        assert!(check(&fire, wanted(Role::Viewer, &[Permission::Backfill])).is_err());
        assert!(check(&Identity { role: Role::Editor, ..fire.clone() }, wanted(Role::Admin, &[])).is_err());
        assert!(check(&fire, KeyGrant { reaches_all: true, ..wanted(Role::Viewer, &[]) }).is_err());
        assert!(
            check(
                &Identity::operator("local"),
                KeyGrant { reaches_all: true, ..wanted(Role::Admin, &Permission::ALL) }
            )
            .is_ok()
        );
    }

    #[test]
    fn no_granted_key_outlives_the_grantor() {
        let ends_at = Timestamp::UNIX_EPOCH;
        let grantor = admin(&[], Some(ends_at));
        let until = |expires_at| check(&grantor, KeyGrant { expires_at, ..wanted(Role::Viewer, &[]) });
        assert!(until(Some(ends_at)).is_ok());
        assert!(until(None).is_err() && until(Some(Timestamp::MAX)).is_err());
    }
}
