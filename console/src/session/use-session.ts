// The signed-in user and their permissions.
import { useQuery } from '@tanstack/react-query';
import { type Who, sessionQuery } from '../api/session';
import { type Need, lacking, may } from './may';

export function useWho(): Who | undefined {
  return useQuery(sessionQuery).data;
}

/** Whether the user has a permission, and the text to show if not. */
export function useMay(need: Need): { allowed: boolean; why: string | undefined } {
  const allowed = may(useWho(), need);
  return { allowed, why: allowed ? undefined : lacking(need) };
}
