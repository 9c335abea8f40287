// Generated from console/openapi.json by `make clients`. Do not edit.

/**
 * An error. The request changed nothing, except that the effect of a request that returns 503
 * may be unknown.
 */
export interface Problem {
  /** Type of the problem: the code as a URN. */
  type: string;
  /** Title of the HTTP status. */
  title: string;
  /** HTTP status code. Maximum: 599. */
  status: number;
  /** Stable code for programs. */
  code: string;
  /** Explanation of the error, with the value that caused it. */
  detail: string;
  /** Position in the invalid text, counted in characters from 1. */
  column?: number | null;
  /** The text of `detail` without the form of a sentence, only in responses of `/v1/recurring`. */
  error?: string | null;
  /** Suggested remedy. */
  hint?: string | null;
  /** Location in the body, as a path such as `action.provider`. */
  path?: string | null;
}
