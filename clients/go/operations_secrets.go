// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "context"

var listSecrets = endpoint{
	id:           "listSecrets",
	method:       "GET",
	path:         "/v1/secrets",
	isRepeatable: true,
}

// ListSecretsOptions are the options of [Client.ListSecrets]. A field without a value is not sent.
type ListSecretsOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListSecrets lists secrets.
//
// In order of name. Values are not included. Page size: 50 by default, at most 500. If the server
// has no master key, the request returns 409 (`no_master_key`).
//
// Requires `secrets`.
func (c *Client) ListSecrets(ctx context.Context, query *ListSecretsOptions, options ...CallOption) *Listing[SecretList, Secret] {
	return pages(ctx, c, &listSecrets, parts{query: optional(query), options: options}, func(page *SecretList) ([]Secret, *string) {
		return page.Items, page.NextCursor
	})
}

var rotateSecrets = endpoint{
	id:     "rotateSecrets",
	method: "POST",
	path:   "/v1/secrets/rotate",
}

// RotateSecrets re-encrypts secrets with the newest master key.
//
// Re-encrypts all secrets of the tenant. The request may be repeated at any time; secrets that
// already use the newest key are left unchanged. If the server has no master key, the request
// returns 409 (`no_master_key`).
//
// Requires `server`.
func (c *Client) RotateSecrets(ctx context.Context, options ...CallOption) (*SecretRotationResult, error) {
	return call[SecretRotationResult](ctx, c, &rotateSecrets, parts{options: options})
}

var putSecret = endpoint{
	id:            "putSecret",
	method:        "PUT",
	path:          "/v1/secrets/{name}",
	mediaType:     "application/json",
	isRepeatable:  true,
	isConditional: true,
	isCreating:    true,
}

// PutSecret creates or replaces a secret.
//
// Actions use the new value within a second. The value has at most 64 KiB and cannot be read back.
// `allow` has at most 50 destinations and is unchanged by default; a new secret may be sent
// anywhere by default, but in multi-tenant mode its list is required. A provider in `allow` that no
// live node has is accepted with a warning. With `If-Match`, the secret is replaced only if its
// version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.
// If the server has no master key, the request returns 409 (`no_master_key`).
//
// Requires `secrets`.
func (c *Client) PutSecret(ctx context.Context, name string, secret NewSecret, options ...CallOption) (*Secret, error) {
	return call[Secret](ctx, c, &putSecret, parts{path: []any{name}, body: secret, options: options})
}

var deleteSecret = endpoint{
	id:            "deleteSecret",
	method:        "DELETE",
	path:          "/v1/secrets/{name}",
	isRepeatable:  true,
	isConditional: true,
}

// DeleteSecret deletes a secret.
//
// Actions that use the secret fail within a second. With `If-Match`, the secret is deleted only if
// its version matches; otherwise the request returns 412.
//
// Requires `secrets`.
func (c *Client) DeleteSecret(ctx context.Context, name string, options ...CallOption) error {
	return callNothing(ctx, c, &deleteSecret, parts{path: []any{name}, options: options})
}
