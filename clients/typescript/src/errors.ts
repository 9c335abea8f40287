import type { Problem } from './generated/types/problem.js';

const BODY_CHARACTERS_MAX = 200;

interface Facts {
  status?: number;
  problem?: Problem | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** A request that failed. The subclasses say what to do about it; `code` is the stable code of the problem. */
export class RefrainError extends Error {
  /** Status of the response, if there was one. */
  readonly status: number | undefined;
  /** The problem document of the server, if the response had one. */
  readonly problem: Problem | undefined;
  /** ID of the request in the logs and the audit log of the server. */
  readonly requestId: string | undefined;
  /** Time that the server asks the caller to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.status = facts.status;
    this.problem = facts.problem;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
  }

  /** The stable code of the problem, such as `lease_lost`. */
  get code(): string | undefined {
    return this.problem?.code;
  }

  /** The explanation of the problem. */
  get detail(): string | undefined {
    return this.problem?.detail;
  }

  /** The suggested remedy. */
  get hint(): string | undefined {
    return this.problem?.hint ?? undefined;
  }

  /** The place in the body that the problem is about, such as `action.provider`. */
  get path(): string | undefined {
    return this.problem?.path ?? undefined;
  }

  /** The position in the invalid text, counted in characters from 1. */
  get column(): number | undefined {
    return this.problem?.column ?? undefined;
  }
}

/** The request is invalid (400), or could not be built. */
export class InvalidRequest extends RefrainError {}

/** The key is missing, unknown, expired or revoked (401). */
export class Unauthorized extends RefrainError {}

/** The key does not allow the operation (403). */
export class Forbidden extends RefrainError {}

/** The resource does not exist, or belongs to another tenant (404). */
export class NotFound extends RefrainError {}

/** The request conflicts with the stored state (409), or a precondition failed (412). */
export class Conflict extends RefrainError {}

/** A limit is reached (429). */
export class RateLimited extends RefrainError {}

/**
 * The server cannot be reached, or cannot work at the moment (502, 503, 504).
 *
 * The same request may succeed later. Its effect is unknown, unless it was refused before it was processed.
 */
export class Unavailable extends RefrainError {
  /** False if the request was certainly not processed. */
  readonly wasSent: boolean = true;
}

/** The server did not answer within the timeout. */
export class TimedOut extends Unavailable {}

/** The server cannot be reached: the request was certainly not processed. */
export class Unreachable extends Unavailable {
  override readonly wasSent = false;
}

/** The version that the caller has is the current one (304). */
export class NotModified extends RefrainError {}

/** The response cannot be read. */
export class UnreadableResponse extends RefrainError {}

const STATUSES: Record<number, typeof RefrainError> = {
  304: NotModified,
  400: InvalidRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: Conflict,
  429: RateLimited,
  502: Unavailable,
  503: Unavailable,
  504: Unavailable,
};

/** Returns the error of a response that is not a success. */
export function refused(status: number, headers: Headers, text: string): RefrainError {
  const problem = readProblem(text);
  const wait = headers.get('retry-after') ?? '';
  const facts: Facts = {
    status,
    problem,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: /^\d+$/.test(wait) ? Number(wait) * 1000 : undefined,
  };
  return new (STATUSES[status] ?? RefrainError)(describe(status, problem, text), facts);
}

function readProblem(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text) as Problem | null;
    return value && typeof value === 'object' && value.code && value.detail ? value : undefined;
  } catch {
    return undefined;
  }
}

function describe(status: number, problem: Problem | undefined, text: string): string {
  if (status === 304) return 'the version that the caller has is the current one (304)';
  if (!problem) return `the server answered ${status}: ${JSON.stringify(text.slice(0, BODY_CHARACTERS_MAX))}`;
  const place = (problem.path ? ` at ${problem.path}` : '') + (problem.column ? `, column ${problem.column}` : '');
  const hint = problem.hint ? `; hint: ${problem.hint}` : '';
  return `${problem.detail} (${status} ${problem.code}${place})${hint}`;
}
