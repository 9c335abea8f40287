// Keeps a draft in this tab until it is saved or discarded. The draft survives an expired session, a reload and
// an unreachable server.
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../../session/drafts';

interface Kept<T> {
  value: T;
  set: Dispatch<SetStateAction<T>>;
  /** Whether the value is a stored draft from before this page was opened. */
  isBack: boolean;
  /** Discards the stored draft and starts with the given value. */
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
