// What is being written outlives a session that ends, a reload and a server that is away: it is kept in this tab until it is saved or dropped.
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../../session/drafts';

interface Kept<T> {
  value: T;
  set: Dispatch<SetStateAction<T>>;
  /** Whether it was written before this page was opened. */
  isBack: boolean;
  /** Forgets what was kept and begins anew. */
  drop: (again: T) => void;
}

export function useKept<T extends object>(name: string, begin: () => T): Kept<T> {
  const [{ value, isBack, isTouched }, keep] = useState(() => {
    const found = readDraft<T>(name);
    return { value: found ?? begin(), isBack: found !== undefined, isTouched: found !== undefined };
  });
  useEffect(() => {
    if (isTouched) keepDraft(name, value);
  }, [name, value, isTouched]);
  const set = (next: SetStateAction<T>) =>
    keep((before) => ({ ...before, isTouched: true, value: typeof next === 'function' ? next(before.value) : next }));
  const drop = (again: T) => {
    forgetDraft(name);
    keep({ value: again, isBack: false, isTouched: false });
  };
  return { value, set, isBack, drop };
}
