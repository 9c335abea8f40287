// An error and its hint. The page around it keeps working.
import type { ReactNode } from 'react';
import type { Problem } from '../api/problem';
import classes from './error-panel.module.css';
import { IconWarning } from './icons';

export function ErrorPanel({ problem, children }: { problem: Problem; children?: ReactNode }) {
  return (
    <div className={classes.panel} role="alert">
      <IconWarning />
      <div>
        <p className={classes.detail}>{problem.message}</p>
        {problem.hint && <p className={classes.hint}>{problem.hint}</p>}
        {children}
      </div>
      <code className={classes.code}>{problem.code}</code>
    </div>
  );
}
