// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "context"

var followLoginLink = endpoint{
	id:           "followLoginLink",
	method:       "GET",
	path:         "/login",
	isRepeatable: true,
}

// FollowLoginLink logs in with a one-time link.
//
// The server prints such a link at startup. The first visitor becomes an operator of the server.
// Each address may try 5 times per minute.
func (c *Client) FollowLoginLink(ctx context.Context, token string, options ...CallOption) error {
	return callNothing(ctx, c, &followLoginLink, parts{required: map[string]any{"token": token}, options: options})
}

var listKeys = endpoint{
	id:           "listKeys",
	method:       "GET",
	path:         "/v1/keys",
	isRepeatable: true,
}

// ListKeysOptions are the options of [Client.ListKeys]. A field without a value is not sent.
type ListKeysOptions struct {
	// Keys to list: `tenant` for those of the tenant, `all` for those with access to all tenants.
	// `all` requires such a key. Default: `tenant`.
	Reach KeyReach `query:"reach"`

	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListKeys lists API keys.
//
// In order of ID, including revoked keys. A page may have fewer items than `limit` and still not be
// the last. Page size: 50 by default, at most 500.
//
// Requires `admin`.
func (c *Client) ListKeys(ctx context.Context, query *ListKeysOptions, options ...CallOption) *Listing[APIKeyList, APIKey] {
	return pages(ctx, c, &listKeys, parts{query: optional(query), options: options}, func(page *APIKeyList) ([]APIKey, *string) {
		return page.Items, page.NextCursor
	})
}

var createKey = endpoint{
	id:        "createKey",
	method:    "POST",
	path:      "/v1/keys",
	mediaType: "application/json",
	takesKey:  true,
}

// CreateKey creates an API key.
//
// The response contains the key, which is shown only once. A key cannot have more rights than its
// creator, or expire later. By default, a key accesses the tenant of the request, has no
// permissions besides those of its role, and never expires. Its note has at most 2,048 characters.
//
// A repeated request with the same `Idempotency-Key` creates no second key. It returns 409, because
// the first key cannot be shown again.
//
// Requires `admin`.
func (c *Client) CreateKey(ctx context.Context, request CreateKeyRequest, options ...CallOption) (*APIKeyWithSecret, error) {
	return call[APIKeyWithSecret](ctx, c, &createKey, parts{body: request, options: options})
}

var getKey = endpoint{
	id:           "getKey",
	method:       "GET",
	path:         "/v1/keys/{id}",
	isRepeatable: true,
}

// GetKey gets an API key.
//
// The secret is not included: only its hash is stored.
//
// Requires `admin`.
func (c *Client) GetKey(ctx context.Context, id string, options ...CallOption) (*APIKey, error) {
	return call[APIKey](ctx, c, &getKey, parts{path: []any{id}, options: options})
}

var revokeKey = endpoint{
	id:           "revokeKey",
	method:       "DELETE",
	path:         "/v1/keys/{id}",
	isRepeatable: true,
}

// RevokeKey revokes an API key.
//
// Within a second, the key and all sessions started with it stop working everywhere. The key stays
// on record. Revoking it again changes nothing.
//
// Requires `admin`.
func (c *Client) RevokeKey(ctx context.Context, id string, options ...CallOption) error {
	return callNothing(ctx, c, &revokeKey, parts{path: []any{id}, options: options})
}

var rotateKey = endpoint{
	id:        "rotateKey",
	method:    "POST",
	path:      "/v1/keys/{id}/rotate",
	mediaType: "application/json",
}

// RotateKey rotates an API key.
//
// Replaces the secret of the key. The response contains the new secret, which is shown only once.
// The old secret keeps working for `keep_old_seconds`, so that it can be replaced without downtime.
//
// Requires `admin`.
func (c *Client) RotateKey(ctx context.Context, id string, request *RotateKeyRequest, options ...CallOption) (*APIKeyWithSecret, error) {
	return call[APIKeyWithSecret](ctx, c, &rotateKey, parts{path: []any{id}, body: optional(request), options: options})
}

var getSession = endpoint{
	id:           "getSession",
	method:       "GET",
	path:         "/v1/session",
	isRepeatable: true,
}

// GetSession gets the current caller.
//
// Returns the caller's role, permissions and tenant.
//
// Requires `viewer`.
func (c *Client) GetSession(ctx context.Context, options ...CallOption) (*Session, error) {
	return call[Session](ctx, c, &getSession, parts{options: options})
}

var createSession = endpoint{
	id:        "createSession",
	method:    "POST",
	path:      "/v1/session",
	mediaType: "application/json",
}

// CreateSession logs in to the console.
//
// The response sets a session cookie. The session ends after 12 hours, after 30 minutes without
// use, or when the key ends. Each address may try 5 times per minute.
func (c *Client) CreateSession(ctx context.Context, request LoginRequest, options ...CallOption) (*Session, error) {
	return call[Session](ctx, c, &createSession, parts{body: request, options: options})
}

var deleteSession = endpoint{
	id:           "deleteSession",
	method:       "DELETE",
	path:         "/v1/session",
	isRepeatable: true,
}

// DeleteSession logs out of the console.
//
// Ends the session immediately, wherever it is used. The response is the same if there is no
// session.
func (c *Client) DeleteSession(ctx context.Context, options ...CallOption) error {
	return callNothing(ctx, c, &deleteSession, parts{options: options})
}
