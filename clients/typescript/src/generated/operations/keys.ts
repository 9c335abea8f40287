// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import { type CallOptions, type Keyed } from '../../options.js';
import {
  type ApiKey,
  type ApiKeyList,
  type ApiKeyWithSecret,
  type CreateKeyRequest,
  type KeyReach,
  type LoginRequest,
  type RotateKeyRequest,
  type Session,
} from '../types/index.js';
import { InsightOperations } from './insight.js';

const followLoginLink: Endpoint = {
  id: 'followLoginLink',
  method: 'GET',
  path: '/login',
  query: ['token'],
  output: 'none',
  isRepeatable: true,
};

const listKeys: Endpoint = {
  id: 'listKeys',
  method: 'GET',
  path: '/v1/keys',
  query: ['reach', 'limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const createKey: Endpoint = {
  id: 'createKey',
  method: 'POST',
  path: '/v1/keys',
  mediaType: 'application/json',
  output: 'json',
  takesKey: true,
};

const getKey: Endpoint = {
  id: 'getKey',
  method: 'GET',
  path: '/v1/keys/{id}',
  output: 'json',
  isRepeatable: true,
};

const revokeKey: Endpoint = {
  id: 'revokeKey',
  method: 'DELETE',
  path: '/v1/keys/{id}',
  output: 'none',
  isRepeatable: true,
};

const rotateKey: Endpoint = {
  id: 'rotateKey',
  method: 'POST',
  path: '/v1/keys/{id}/rotate',
  mediaType: 'application/json',
  output: 'json',
};

const getSession: Endpoint = {
  id: 'getSession',
  method: 'GET',
  path: '/v1/session',
  output: 'json',
  isRepeatable: true,
};

const createSession: Endpoint = {
  id: 'createSession',
  method: 'POST',
  path: '/v1/session',
  mediaType: 'application/json',
  output: 'json',
};

const deleteSession: Endpoint = {
  id: 'deleteSession',
  method: 'DELETE',
  path: '/v1/session',
  output: 'none',
  isRepeatable: true,
};

/** Options of {@link KeysOperations.listKeys}. */
export interface ListKeysOptions extends CallOptions {
  /**
   * Keys to list: `tenant` for those of the tenant, `all` for those with access to all tenants.
   * `all` requires such a key. Default: `tenant`.
   */
  reach?: KeyReach | undefined;
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Operations of the group `keys`. */
export abstract class KeysOperations extends InsightOperations {
  /**
   * Logs in with a one-time link.
   *
   * The server prints such a link at startup. The first visitor becomes an operator of the
   * server. Each address may try 5 times per minute.
   */
  followLoginLink(token: string, options: CallOptions = {}): Promise<void> {
    return this.call<void>(followLoginLink, [], { query: { token }, options });
  }

  /**
   * Lists API keys.
   *
   * In order of ID, including revoked keys. A page may have fewer items than `limit` and still
   * not be the last. Page size: 50 by default, at most 500.
   *
   * Requires `admin`.
   */
  listKeys(options: ListKeysOptions = {}): Listing<ApiKeyList, ApiKey> {
    return this.list<ApiKeyList, ApiKey>(listKeys, [], { options });
  }

  /**
   * Creates an API key.
   *
   * The response contains the key, which is shown only once. A key cannot have more rights than
   * its creator, or expire later. By default, a key accesses the tenant of the request, has no
   * permissions besides those of its role, and never expires. Its note has at most 2,048
   * characters.
   *
   * A repeated request with the same `Idempotency-Key` creates no second key. It returns 409,
   * because the first key cannot be shown again.
   *
   * Requires `admin`.
   */
  createKey(body: CreateKeyRequest, options: CallOptions & Keyed = {}): Promise<ApiKeyWithSecret> {
    return this.call<ApiKeyWithSecret>(createKey, [], { body, options });
  }

  /**
   * Gets an API key.
   *
   * The secret is not included: only its hash is stored.
   *
   * Requires `admin`.
   */
  getKey(id: string, options: CallOptions = {}): Promise<ApiKey> {
    return this.call<ApiKey>(getKey, [id], { options });
  }

  /**
   * Revokes an API key.
   *
   * Within a second, the key and all sessions started with it stop working everywhere. The key
   * stays on record. Revoking it again changes nothing.
   *
   * Requires `admin`.
   */
  revokeKey(id: string, options: CallOptions = {}): Promise<void> {
    return this.call<void>(revokeKey, [id], { options });
  }

  /**
   * Rotates an API key.
   *
   * Replaces the secret of the key. The response contains the new secret, which is shown only
   * once. The old secret keeps working for `keep_old_seconds`, so that it can be replaced
   * without downtime.
   *
   * Requires `admin`.
   */
  rotateKey(
    id: string,
    body: RotateKeyRequest = {},
    options: CallOptions = {},
  ): Promise<ApiKeyWithSecret> {
    return this.call<ApiKeyWithSecret>(rotateKey, [id], { body, options });
  }

  /**
   * Gets the current caller.
   *
   * Returns the caller's role, permissions and tenant.
   *
   * Requires `viewer`.
   */
  getSession(options: CallOptions = {}): Promise<Session> {
    return this.call<Session>(getSession, [], { options });
  }

  /**
   * Logs in to the console.
   *
   * The response sets a session cookie. The session ends after 12 hours, after 30 minutes
   * without use, or when the key ends. Each address may try 5 times per minute.
   */
  createSession(body: LoginRequest, options: CallOptions = {}): Promise<Session> {
    return this.call<Session>(createSession, [], { body, options });
  }

  /**
   * Logs out of the console.
   *
   * Ends the session immediately, wherever it is used. The response is the same if there is no
   * session.
   */
  deleteSession(options: CallOptions = {}): Promise<void> {
    return this.call<void>(deleteSession, [], { options });
  }
}
