// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Instant } from '../../values.js';

/** An API key, without its secret. */
export interface ApiKey {
  /** Key ID. It is not secret. */
  id: string;
  /** Tenants that the key can access. */
  reach: KeyReach;
  /** Role of the key. */
  role: Role;
  /** Permissions in addition to the role. */
  permissions: Permission[];
  /** Purpose of the key. */
  note: string;
  /** Status of the key. */
  status: ApiKeyStatus;
  /** Time of creation. */
  created_at: string;
  /** Creator of the key. */
  created_by: string;
  /** Expiry time. Null if the key never expires. */
  expires_at?: string | null;
  /** Time of the last use, to the minute. Null if unknown. */
  last_used_at?: string | null;
  /** Time until which the old secret keeps working. */
  old_secret_until?: string | null;
  /** Time of revocation. */
  revoked_at?: string | null;
  /** Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants. */
  tenant?: string | null;
}

/** A page of a list. */
export interface ApiKeyList {
  /** Items of the page. */
  items: ApiKey[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** Status of an API key. */
export type ApiKeyStatus = 'active' | 'expired' | 'revoked' | (string & {});

/** An API key with its secret, which is shown only once. */
export interface ApiKeyWithSecret {
  /** Key to send as `Authorization: Bearer …`. It cannot be shown again. */
  key: string;
  /** Time of creation. */
  created_at: string;
  /** Creator of the key. */
  created_by: string;
  /** Expiry time. Null if the key never expires. */
  expires_at?: string | null;
  /** Key ID. It is not secret. */
  id: string;
  /** Time of the last use, to the minute. Null if unknown. */
  last_used_at?: string | null;
  /** Purpose of the key. */
  note: string;
  /** Time until which the old secret keeps working. */
  old_secret_until?: string | null;
  /** Permissions in addition to the role. */
  permissions: Permission[];
  /** Tenants that the key can access. */
  reach: KeyReach;
  /** Time of revocation. */
  revoked_at?: string | null;
  /** Role of the key. */
  role: Role;
  /** Status of the key. */
  status: ApiKeyStatus;
  /** Tenant of the key, as `namespace/tenant`. Null if the key can access all tenants. */
  tenant?: string | null;
}

/** Whether API keys are required. */
export type AuthMode = 'open' | 'keys' | (string & {});

/** A new API key. */
export interface CreateKeyRequest {
  /** Role of the key. */
  role: Role;
  /** Expiry time. Default: never. */
  expires_at?: Instant | null | undefined;
  /** Purpose of the key. */
  note?: string | undefined;
  /** Permissions in addition to the role. */
  permissions?: Permission[] | undefined;
  /** Tenants that the key can access. Default: the tenant of the request. */
  reach?: KeyReach | undefined;
}

/** Tenants that an API key can access. */
export type KeyReach = 'tenant' | 'all' | (string & {});

/** Credentials for a login. */
export interface LoginRequest {
  /** API key. */
  key: string;
}

/** Permission in addition to a role. Every role except `viewer` includes `payloads` and `audit`. */
export type Permission =
  | 'backfill'
  | 'fire'
  | 'command'
  | 'secrets'
  | 'payloads'
  | 'audit'
  | (string & {});

/** Role of an API key. Each role includes the ones before it. */
export type Role = 'viewer' | 'operator' | 'editor' | 'admin' | (string & {});

/** Options of a key rotation. */
export interface RotateKeyRequest {
  /**
   * Time for which the old secret keeps working, in seconds. Default: 0. Maximum: 604,800
   * (seven days).
   */
  keep_old_seconds?: number | undefined;
}

/** The caller and its rights. */
export interface Session {
  /** Name in the audit log. */
  actor: string;
  /** Whether API keys are required. */
  mode: AuthMode;
  /** Tenants that the caller can access. */
  reach: KeyReach;
  /** Role of the caller. */
  role: Role;
  /** Permissions of the caller, including those that the role includes. */
  permissions: Permission[];
  /** Expiry time of the API key. Null if it never expires. */
  expires_at?: string | null;
  /** ID of the API key. Null for an operator without a key. */
  key?: string | null;
  /** Tenant of the caller, as `namespace/tenant`. Null if the caller can access all tenants. */
  tenant?: string | null;
}
