// Generated from console/openapi.json by `make clients`. Do not edit.

/** A client with all operations of the API. Each group of operations extends the one before. */
export { WorkOperations as Operations } from './work.js';
