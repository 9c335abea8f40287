// Generated from console/openapi.json by `make clients`. Do not edit.

/** Result of the liveness check. */
export interface Liveness {
  /** Always `ok`. */
  status: string;
}

/** A process that works on the store. */
export interface Node {
  /** Node ID. */
  id: string;
  /** Program version. */
  version: string;
  /** Version of the time zone database. */
  tzdb: string;
  /** Start time. */
  started_at: string;
  /** Whether this is the node that responds. */
  is_current: boolean;
}

/** The live nodes. */
export interface NodeList {
  /** Nodes, in order of ID. */
  items: Node[];
}

/** A provider, which delivers actions. */
export interface Provider {
  /** Name of the provider in schedules. */
  name: string;
  /** Whether the provider can be used now. */
  is_healthy: boolean;
  /** Reason why the provider cannot be used. */
  problem?: string | null;
}

/** The providers of this node. */
export interface ProviderList {
  /** Providers, in order of name. */
  items: Provider[];
}

/** Result of the readiness check. */
export interface Readiness {
  /** Always `ready`. */
  status: string;
  /** Kind of store. */
  store: string;
  /** Schema version of the store. */
  schema_version: number;
  /** Version of the time zone database. */
  tzdb: string;
  /** Warnings for the operator. */
  warnings: string[];
}
