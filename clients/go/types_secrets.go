// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "time"

// NewSecret: A new value of a secret.
type NewSecret struct {
	// Value of the secret. It is never shown.
	Value string `json:"value"`

	// Destinations that the secret may be sent to: `PROVIDER` or `PROVIDER:HOST`, such as `email`,
	// `webhook:api.example.com` or `webhook:*.example.com`. An empty list allows any destination.
	// Default: unchanged. A new secret may be sent anywhere by default; in multi-tenant mode, the
	// list is required.
	Allow []string `json:"allow,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (n NewSecret) MarshalJSON() ([]byte, error) { return marshalRecord(n) }

// Secret: A secret, without its value.
type Secret struct {
	// Name of the secret.
	Name string `json:"name"`

	// Version, which increases with every write and every re-encryption.
	Version int64 `json:"version"`

	// Time of the last write or re-encryption.
	UpdatedAt time.Time `json:"updated_at"`

	// Destinations that the secret may be sent to. Empty: any destination.
	Allow []string `json:"allow"`

	// Name of the master key that encrypted the secret. Null if the record cannot be read.
	EncryptedBy *string `json:"encrypted_by,omitempty"`

	// Warnings about providers in `allow` that no live node has. Only in responses to a save.
	// Omitted if there are none.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s Secret) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// SecretList: A page of a list.
type SecretList struct {
	// Items of the page.
	Items []Secret `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s SecretList) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// SecretRotationFailure: A secret that could not be re-encrypted.
type SecretRotationFailure struct {
	// Name of the secret.
	Name string `json:"name"`

	// Reason for the failure.
	Problem string `json:"problem"`
}

// SecretRotationResult: Result of re-encrypting the secrets.
type SecretRotationResult struct {
	// Number of secrets that were re-encrypted.
	Reencrypted int64 `json:"reencrypted"`

	// Number of secrets that already used the newest key.
	Unchanged int64 `json:"unchanged"`

	// Secrets that could not be decrypted. Keep all old master keys while there are any.
	Refused []SecretRotationFailure `json:"refused"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s SecretRotationResult) MarshalJSON() ([]byte, error) { return marshalRecord(s) }
