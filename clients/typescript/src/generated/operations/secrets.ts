// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import { type CallOptions, type Conditional, type Creating } from '../../options.js';
import {
  type NewSecret,
  type Secret,
  type SecretList,
  type SecretRotationResult,
} from '../types/index.js';
import { SchedulesOperations } from './schedules.js';

const listSecrets: Endpoint = {
  id: 'listSecrets',
  method: 'GET',
  path: '/v1/secrets',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const rotateSecrets: Endpoint = {
  id: 'rotateSecrets',
  method: 'POST',
  path: '/v1/secrets/rotate',
  output: 'json',
};

const putSecret: Endpoint = {
  id: 'putSecret',
  method: 'PUT',
  path: '/v1/secrets/{name}',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const deleteSecret: Endpoint = {
  id: 'deleteSecret',
  method: 'DELETE',
  path: '/v1/secrets/{name}',
  output: 'none',
  isRepeatable: true,
};

/** Options of {@link SecretsOperations.listSecrets}. */
export interface ListSecretsOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Operations of the group `secrets`. */
export abstract class SecretsOperations extends SchedulesOperations {
  /**
   * Lists secrets.
   *
   * In order of name. Values are not included. Page size: 50 by default, at most 500. If the
   * server has no master key, the request returns 409 (`no_master_key`).
   *
   * Requires `secrets`.
   */
  listSecrets(options: ListSecretsOptions = {}): Listing<SecretList, Secret> {
    return this.list<SecretList, Secret>(listSecrets, [], { options });
  }

  /**
   * Re-encrypts secrets with the newest master key.
   *
   * Re-encrypts all secrets of the tenant. The request may be repeated at any time; secrets
   * that already use the newest key are left unchanged. If the server has no master key, the
   * request returns 409 (`no_master_key`).
   *
   * Requires `server`.
   */
  rotateSecrets(options: CallOptions = {}): Promise<SecretRotationResult> {
    return this.call<SecretRotationResult>(rotateSecrets, [], { options });
  }

  /**
   * Creates or replaces a secret.
   *
   * Actions use the new value within a second. The value has at most 64 KiB and cannot be read
   * back. `allow` has at most 50 destinations and is unchanged by default; a new secret may be
   * sent anywhere by default, but in multi-tenant mode its list is required. A provider in
   * `allow` that no live node has is accepted with a warning. With `If-Match`, the secret is
   * replaced only if its version matches; with `If-None-Match: *`, it is only created.
   * Otherwise the request returns 412. If the server has no master key, the request returns 409
   * (`no_master_key`).
   *
   * Requires `secrets`.
   */
  putSecret(
    name: string,
    body: NewSecret,
    options: CallOptions & Conditional & Creating = {},
  ): Promise<Secret> {
    return this.call<Secret>(putSecret, [name], { body, options });
  }

  /**
   * Deletes a secret.
   *
   * Actions that use the secret fail within a second. With `If-Match`, the secret is deleted
   * only if its version matches; otherwise the request returns 412.
   *
   * Requires `secrets`.
   */
  deleteSecret(name: string, options: CallOptions & Conditional = {}): Promise<void> {
    return this.call<void>(deleteSecret, [name], { options });
  }
}
