// Generated from console/openapi.json by `make clients`. Do not edit.

/** The types of the API's requests and responses, with the names of their fields in JSON. */

export type * from './calendars.js';
export type * from './controls.js';
export type * from './definitions.js';
export type * from './dispatch_rules.js';
export type * from './insight.js';
export type * from './keys.js';
export type * from './ledger.js';
export type * from './policies.js';
export type * from './previews.js';
export type * from './problem.js';
export type * from './recurrence.js';
export type * from './recurring.js';
export type * from './schedule.js';
export type * from './schedules.js';
export type * from './secrets.js';
export type * from './server.js';
export type * from './timing.js';
export type * from './work.js';
