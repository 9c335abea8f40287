// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Warning } from './previews.js';

/** A new value of a secret. */
export interface NewSecret {
  /** Value of the secret. It is never shown. */
  value: string;
  /**
   * Destinations that the secret may be sent to: `PROVIDER` or `PROVIDER:HOST`, such as
   * `email`, `webhook:api.example.com` or `webhook:*.example.com`. An empty list allows any
   * destination. Default: unchanged. A new secret may be sent anywhere by default; in
   * multi-tenant mode, the list is required.
   */
  allow?: string[] | null | undefined;
}

/** A secret, without its value. */
export interface Secret {
  /** Name of the secret. */
  name: string;
  /** Version, which increases with every write and every re-encryption. */
  version: number;
  /** Time of the last write or re-encryption. */
  updated_at: string;
  /** Destinations that the secret may be sent to. Empty: any destination. */
  allow: string[];
  /** Name of the master key that encrypted the secret. Null if the record cannot be read. */
  encrypted_by?: string | null;
  /**
   * Warnings about providers in `allow` that no live node has. Only in responses to a save.
   * Omitted if there are none.
   */
  warnings?: Warning[];
}

/** A page of a list. */
export interface SecretList {
  /** Items of the page. */
  items: Secret[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** A secret that could not be re-encrypted. */
export interface SecretRotationFailure {
  /** Name of the secret. */
  name: string;
  /** Reason for the failure. */
  problem: string;
}

/** Result of re-encrypting the secrets. */
export interface SecretRotationResult {
  /** Number of secrets that were re-encrypted. */
  reencrypted: number;
  /** Number of secrets that already used the newest key. */
  unchanged: number;
  /** Secrets that could not be decrypted. Keep all old master keys while there are any. */
  refused: SecretRotationFailure[];
}
