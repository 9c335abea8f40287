// What is being written outlives a session that ends, a reload and a server that is away: it is kept in this tab until it is saved or dropped.
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

const PREFIX = 'refrain-draft ';

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
    const found = read<T>(name);
    return { value: found ?? begin(), isBack: found !== undefined, isTouched: found !== undefined };
  });
  useEffect(() => {
    if (isTouched) write(name, value);
  }, [name, value, isTouched]);
  const set = (next: SetStateAction<T>) =>
    keep((before) => ({ ...before, isTouched: true, value: typeof next === 'function' ? next(before.value) : next }));
  const drop = (again: T) => {
    forget(name);
    keep({ value: again, isBack: false, isTouched: false });
  };
  return { value, set, isBack, drop };
}

export function forget(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function read<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, value: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full, or forbidden: what is written is on the page all the same.
  }
}
