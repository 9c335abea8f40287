//! Health of the webhook provider, checked without sending a request.

use std::sync::Arc;

use refrain::delivery::Provider;
use refrain::provider::webhook::Webhook;
use refrain::store::model::Model;

use crate::certificates::Folder;
use crate::world::{clock, keep, options, webhook};

#[tokio::test]
async fn the_health_check_contacts_no_receiver() {
    assert_eq!(webhook(options()).health().await, Ok(()));
}

#[tokio::test]
async fn signatures_need_a_master_key() {
    let signed = || options().with(|it| it.sign_with = vec!["key".to_owned()]);
    let problem = webhook(signed()).health().await.unwrap_err();
    assert!(problem.contains("secret key") && problem.contains("master key"), "{problem}");
    let kept = keep(Arc::new(Model::new()), &[]).await;
    assert_eq!(Webhook::new(signed(), clock(), Some(kept)).unwrap().health().await, Ok(()));
}

#[tokio::test]
async fn health_reports_missing_certificates() {
    let folder = Folder::make("health");
    let webhook = webhook(options().with(|it| it.root_certificates = Some(folder.file("trusted.pem"))));
    assert_eq!(webhook.health().await, Ok(()));
    drop(folder);
    assert!(webhook.health().await.unwrap_err().contains("trusted.pem"));
}
