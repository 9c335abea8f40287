// The head of a page: what it is, and what can be done with it.
import { type ReactNode, useEffect } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** Beside the title. */
  beside?: ReactNode;
  /** Below it. */
  lead?: ReactNode;
  actions?: ReactNode;
}

export function PageHead({ title, beside, lead, actions }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Refrain`;
  }, [title]);
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 dir="auto">{title}</h1>
          {beside}
        </div>
        {lead && <div className={classes.lead}>{lead}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
