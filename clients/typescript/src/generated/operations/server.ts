// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type CallOptions } from '../../options.js';
import {
  type Liveness,
  type NodeList,
  type ProviderList,
  type Readiness,
} from '../types/index.js';
import { SecretsOperations } from './secrets.js';

const checkLiveness: Endpoint = {
  id: 'checkLiveness',
  method: 'GET',
  path: '/healthz',
  output: 'json',
  isRepeatable: true,
};

const getMetrics: Endpoint = {
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  output: 'text',
  isRepeatable: true,
};

const checkReadiness: Endpoint = {
  id: 'checkReadiness',
  method: 'GET',
  path: '/readyz',
  output: 'json',
  isRepeatable: true,
};

const getConfig: Endpoint = {
  id: 'getConfig',
  method: 'GET',
  path: '/v1/config',
  output: 'json',
  isRepeatable: true,
};

const listNodes: Endpoint = {
  id: 'listNodes',
  method: 'GET',
  path: '/v1/nodes',
  output: 'json',
  isRepeatable: true,
};

const listProviders: Endpoint = {
  id: 'listProviders',
  method: 'GET',
  path: '/v1/providers',
  output: 'json',
  isRepeatable: true,
};

/** Operations of the group `server`. */
export abstract class ServerOperations extends SecretsOperations {
  /**
   * Checks liveness.
   *
   * Returns 200 as long as the process runs. The check does not contact the store, so that an
   * unavailable database does not get the process killed.
   */
  checkLiveness(options: CallOptions = {}): Promise<Liveness> {
    return this.call<Liveness>(checkLiveness, [], { options });
  }

  /**
   * Gets the metrics of this node.
   *
   * In the Prometheus text format. Each node reports only its own activity.
   *
   * Requires `server`.
   */
  getMetrics(options: CallOptions = {}): Promise<string> {
    return this.call<string>(getMetrics, [], { options });
  }

  /**
   * Checks readiness.
   *
   * Returns 503 with a `code` if the server cannot work: the code of the store's error,
   * `node_failed` if the node has failed, `disk_full` if the store is full, `writes_fail` if a
   * small write fails, or `clock_ahead` while planning is halted because the store's clock
   * jumped forward.
   */
  checkReadiness(options: CallOptions = {}): Promise<Readiness> {
    return this.call<Readiness>(checkReadiness, [], { options });
  }

  /**
   * Gets the configuration.
   *
   * Returns the effective values, as `refrain config` prints them. Secrets are not included.
   *
   * Requires `server`.
   */
  getConfig(options: CallOptions = {}): Promise<unknown> {
    return this.call<unknown>(getConfig, [], { options });
  }

  /**
   * Lists live nodes.
   *
   * A node is removed from the list 30 seconds after its last heartbeat.
   *
   * Requires `server`.
   */
  listNodes(options: CallOptions = {}): Promise<NodeList> {
    return this.call<NodeList>(listNodes, [], { options });
  }

  /**
   * Lists the providers of this node.
   *
   * Checks the health of each provider. A provider that does not respond within 5 seconds is
   * unhealthy.
   *
   * Requires `viewer`.
   */
  listProviders(options: CallOptions = {}): Promise<ProviderList> {
    return this.call<ProviderList>(listProviders, [], { options });
  }
}
