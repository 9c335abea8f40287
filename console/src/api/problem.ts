// Errors of requests as one type: an error response of the server (RFC 9457), or a server that did not answer.
import type { components } from './schema.gen';
import { strings } from './strings';

type ErrorBody = components['schemas']['Problem'];

/** Code of a request without a response. */
export const UNREACHABLE = 'unreachable';

/** Code of a limit that waiting does not lift, such as the number of schedules. */
const TOO_MANY = 'too_many';

export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  readonly hint: string | undefined;
  /** Path of the invalid value in the body, such as `action.provider`. */
  readonly path: string | undefined;

  constructor(init: { code: string; status: number; detail: string; hint?: string | null; path?: string | null }) {
    super(init.detail);
    this.name = 'Problem';
    this.code = init.code;
    this.status = init.status;
    this.hint = init.hint ?? undefined;
    this.path = init.path ?? undefined;
  }

  static unreachable(): Problem {
    return new Problem({
      code: UNREACHABLE,
      status: 0,
      detail: strings.unreachable,
      hint: strings.unreachableHint,
    });
  }

  /**
   * Creates a problem from the body of an error response. A proxy may answer with anything, so the body is
   * checked.
   */
  static of(body: unknown, status: number): Problem {
    if (isErrorBody(body)) return new Problem(body);
    return new Problem({ code: 'unknown', status, detail: strings.unexplained(status) });
  }

  get isUnauthenticated(): boolean {
    return this.status === 401;
  }

  /** Whether a concurrent change caused the error. */
  get isConflict(): boolean {
    return this.status === 409 || this.status === 412;
  }

  /** Whether a retry may succeed without any action by the user. */
  get isTransient(): boolean {
    const isRateLimit = this.status === 429 && this.code !== TOO_MANY;
    return this.code === UNREACHABLE || isRateLimit || this.status >= 500;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body;
}

/** Converts any thrown value to a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new Problem({ code: 'unexpected', status: 0, detail });
}
