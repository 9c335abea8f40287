import { describe, expect, it } from 'vitest';
import { asProblem, Problem } from './problem';

describe('a problem', () => {
  it('keeps the fields of an error response', () => {
    const problem = Problem.of({ code: 'bad_value', status: 400, detail: 'no', hint: 'yes', path: 'spec' }, 400);
    expect([problem.code, problem.message, problem.hint, problem.path]).toEqual(['bad_value', 'no', 'yes', 'spec']);
  });
  it('accepts any response body', () => {
    for (const body of [null, 'oops', { message: 'x' }, []]) expect(Problem.of(body, 502).code).toBe('unknown');
  });
  it('is transient only if a retry may help', () => {
    expect(Problem.unreachable().isTransient).toBe(true);
    expect(Problem.of(null, 503).isTransient).toBe(true);
    expect(Problem.of(null, 400).isTransient).toBe(false);
    expect(Problem.of({ code: 'too_many_requests', status: 429, detail: 'wait' }, 429).isTransient).toBe(true);
    expect(Problem.of({ code: 'too_many', status: 429, detail: 'full' }, 429).isTransient).toBe(false);
    expect(asProblem(new Error('x')).isTransient).toBe(false);
  });
});
