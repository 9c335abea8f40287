import { describe, expect, it } from 'vitest';
import { selectorOf } from './operation';

describe('all that match a filter', () => {
  it('are those that the action means something to', () => {
    expect(selectorOf({ text: 'x' }, 'cancel')).toEqual({ selector: { labels: {}, status: 'active,paused,disabled', text: 'x' }, all: false });
    expect(selectorOf({ status: 'paused', prefix: 'a' }, 'resume')?.selector).toMatchObject({ status: 'paused', id_prefix: 'a' });
    expect(selectorOf({ status: 'paused' }, 'pause')).toBeUndefined();
  });
  it('are all of the tenant only where no filter says anything else', () => {
    expect(selectorOf({}, 'pause')?.all).toBe(true);
    expect(selectorOf({ status: 'active' }, 'pause')?.all).toBe(true);
    expect(selectorOf({ label: 'team:billing,url:http://a' }, 'pause')).toMatchObject({
      selector: { labels: { team: 'billing', url: 'http://a' } },
      all: false,
    });
  });
});
