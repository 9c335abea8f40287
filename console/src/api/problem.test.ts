import { describe, expect, it } from 'vitest';
import { asProblem, Problem } from './problem';

describe('a problem', () => {
  it('keeps what the server says', () => {
    const problem = Problem.of({ code: 'bad_value', status: 422, detail: 'no', hint: 'yes', path: 'spec' }, 422);
    expect([problem.code, problem.message, problem.hint, problem.path]).toEqual(['bad_value', 'no', 'yes', 'spec']);
  });
  it('is made of whatever a proxy answers', () => {
    for (const body of [null, 'oops', { message: 'x' }, []]) expect(Problem.of(body, 502).code).toBe('unknown');
  });
  it('passes by itself only where asking again may help', () => {
    expect(Problem.unreachable().isPassing).toBe(true);
    expect(Problem.of(null, 503).isPassing).toBe(true);
    expect(Problem.of(null, 422).isPassing).toBe(false);
    expect(asProblem(new Error('x')).isPassing).toBe(false);
  });
});
