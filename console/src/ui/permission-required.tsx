// Placeholder for a page the user may not see: what it would show, and the required permission.
import type { ReactNode } from 'react';
import { requirementText, type Need } from '../session/permission';
import { EmptyState } from './empty-state';
import { PageHead } from './page-head';

export function PermissionRequired({ title, need, children }: { title: string; need: Need; children: ReactNode }) {
  return (
    <>
      <PageHead title={title} />
      <EmptyState title={requirementText(need)}>{children}</EmptyState>
    </>
  );
}
