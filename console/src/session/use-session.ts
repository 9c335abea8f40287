// The signed-in user and their permissions.
import { useQuery } from '@tanstack/react-query';
import { type Caller, sessionQuery } from '../api/session';
import { type Need, requirementText, isAllowed } from './permission';

export function useCaller(): Caller | undefined {
  return useQuery(sessionQuery).data;
}

/** Whether the user has a permission, and the text to show if not. */
export function usePermission(need: Need): { allowed: boolean; why: string | undefined } {
  const allowed = isAllowed(useCaller(), need);
  return { allowed, why: allowed ? undefined : requirementText(need) };
}
