// Placeholder for an empty list: why it is empty, and what to do.
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  /** Absent below a page title that already says it. */
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <svg width="72" height="28" viewBox="0 0 72 28" aria-hidden="true" className={classes.rest}>
        <path d="M0 6h72M0 14h72M0 22h72" stroke="currentColor" />
        <rect x="30" y="14" width="12" height="4" fill="currentColor" />
      </svg>
      {title && <h2>{title}</h2>}
      {children && <div className={classes.text}>{children}</div>}
      {action}
    </div>
  );
}
