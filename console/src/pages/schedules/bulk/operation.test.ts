import { describe, expect, it } from 'vitest';
import { selectorOf } from './operation';

describe('the selector of a filter', () => {
  it('contains only statuses to which the action applies', () => {
    expect(selectorOf({ text: 'x' }, 'cancel')).toEqual({ selector: { labels: {}, status: 'active,paused,disabled', text: 'x' }, all: false });
    expect(selectorOf({ status: 'paused', prefix: 'a' }, 'resume')?.selector).toMatchObject({ status: 'paused', id_prefix: 'a' });
    expect(selectorOf({ status: 'paused' }, 'pause')).toBeUndefined();
  });
  it('selects the whole tenant only without another filter', () => {
    expect(selectorOf({}, 'pause')?.all).toBe(true);
    expect(selectorOf({ status: 'active' }, 'pause')?.all).toBe(true);
    expect(selectorOf({ label: 'team:billing,url:http://a' }, 'pause')).toMatchObject({
      selector: { labels: { team: 'billing', url: 'http://a' } },
      all: false,
    });
  });
});
