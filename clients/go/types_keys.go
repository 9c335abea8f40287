// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "time"

// APIKey: An API key, without its secret.
type APIKey struct {
	// Key ID. It is not secret.
	ID string `json:"id"`

	// Tenants that the key can access.
	Reach KeyReach `json:"reach"`

	// Role of the key.
	Role Role `json:"role"`

	// Permissions in addition to the role.
	Permissions []Permission `json:"permissions"`

	// Purpose of the key.
	Note string `json:"note"`

	// Status of the key.
	Status APIKeyStatus `json:"status"`

	// Time of creation.
	CreatedAt time.Time `json:"created_at"`

	// Creator of the key.
	CreatedBy string `json:"created_by"`

	// Expiry time. Null if the key never expires.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	// Time of the last use, to the minute. Null if unknown.
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`

	// Time until which the old secret keeps working.
	OldSecretUntil *time.Time `json:"old_secret_until,omitempty"`

	// Time of revocation.
	RevokedAt *time.Time `json:"revoked_at,omitempty"`

	// Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants.
	Tenant *string `json:"tenant,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a APIKey) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// APIKeyList: A page of a list.
type APIKeyList struct {
	// Items of the page.
	Items []APIKey `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a APIKeyList) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// APIKeyStatus: Status of an API key.
type APIKeyStatus string

// Known values of APIKeyStatus. A newer server may have further ones.
const (
	APIKeyStatusActive  APIKeyStatus = "active"
	APIKeyStatusExpired APIKeyStatus = "expired"
	APIKeyStatusRevoked APIKeyStatus = "revoked"
)

// APIKeyWithSecret: An API key with its secret, which is shown only once.
type APIKeyWithSecret struct {
	// Key to send as `Authorization: Bearer …`. It cannot be shown again.
	Key string `json:"key"`

	// Time of creation.
	CreatedAt time.Time `json:"created_at"`

	// Creator of the key.
	CreatedBy string `json:"created_by"`

	// Key ID. It is not secret.
	ID string `json:"id"`

	// Purpose of the key.
	Note string `json:"note"`

	// Permissions in addition to the role.
	Permissions []Permission `json:"permissions"`

	// Tenants that the key can access.
	Reach KeyReach `json:"reach"`

	// Role of the key.
	Role Role `json:"role"`

	// Status of the key.
	Status APIKeyStatus `json:"status"`

	// Expiry time. Null if the key never expires.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	// Time of the last use, to the minute. Null if unknown.
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`

	// Time until which the old secret keeps working.
	OldSecretUntil *time.Time `json:"old_secret_until,omitempty"`

	// Time of revocation.
	RevokedAt *time.Time `json:"revoked_at,omitempty"`

	// Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants.
	Tenant *string `json:"tenant,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a APIKeyWithSecret) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// AuthMode: Whether API keys are required.
type AuthMode string

// Known values of AuthMode. A newer server may have further ones.
const (
	AuthModeOpen AuthMode = "open"
	AuthModeKeys AuthMode = "keys"
)

// CreateKeyRequest: A new API key.
type CreateKeyRequest struct {
	// Role of the key.
	Role Role `json:"role"`

	// Expiry time. Default: never.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	// Purpose of the key.
	Note *string `json:"note,omitempty"`

	// Permissions in addition to the role.
	Permissions []Permission `json:"permissions,omitempty"`

	// Tenants that the key can access. Default: the tenant of the request.
	Reach KeyReach `json:"reach,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c CreateKeyRequest) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// KeyReach: Tenants that an API key can access.
type KeyReach string

// Known values of KeyReach. A newer server may have further ones.
const (
	KeyReachTenant KeyReach = "tenant"
	KeyReachAll    KeyReach = "all"
)

// LoginRequest: Credentials for a login.
type LoginRequest struct {
	// API key.
	Key string `json:"key"`
}

// Permission: Permission in addition to a role. Every role except `viewer` includes `payloads` and
// `audit`.
type Permission string

// Known values of Permission. A newer server may have further ones.
const (
	PermissionBackfill Permission = "backfill"
	PermissionFire     Permission = "fire"
	PermissionCommand  Permission = "command"
	PermissionSecrets  Permission = "secrets"
	PermissionPayloads Permission = "payloads"
	PermissionAudit    Permission = "audit"
)

// Role: Role of an API key. Each role includes the ones before it.
type Role string

// Known values of Role. A newer server may have further ones.
const (
	RoleViewer   Role = "viewer"
	RoleOperator Role = "operator"
	RoleEditor   Role = "editor"
	RoleAdmin    Role = "admin"
)

// RotateKeyRequest: Options of a key rotation.
type RotateKeyRequest struct {
	// Time for which the old secret keeps working, in seconds. Default: 0. Maximum: 604,800 (seven
	// days).
	KeepOldSeconds *int64 `json:"keep_old_seconds,omitempty"`
}

// Session: The caller and its rights.
type Session struct {
	// Name in the audit log.
	Actor string `json:"actor"`

	// Whether API keys are required.
	Mode AuthMode `json:"mode"`

	// Tenants that the caller can access.
	Reach KeyReach `json:"reach"`

	// Role of the caller.
	Role Role `json:"role"`

	// Permissions of the caller, including those that the role includes.
	Permissions []Permission `json:"permissions"`

	// Expiry time of the API key. Null if it never expires.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	// ID of the API key. Null for an operator without a key.
	Key *string `json:"key,omitempty"`

	// Tenant of the caller, as `namespace/tenant`. Null if the caller can access all tenants.
	Tenant *string `json:"tenant,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s Session) MarshalJSON() ([]byte, error) { return marshalRecord(s) }
