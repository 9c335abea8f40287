// Who looks at the console.
import { useQuery } from '@tanstack/react-query';
import { type Who, sessionQuery } from '../api/session';
import { type Need, lacking, may } from './may';

export function useWho(): Who | undefined {
  return useQuery(sessionQuery).data;
}

/** Whether something may be done, and what to say when not. */
export function useMay(need: Need): { allowed: boolean; why: string | undefined } {
  const allowed = may(useWho(), need);
  return { allowed, why: allowed ? undefined : lacking(need) };
}
