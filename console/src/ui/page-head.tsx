// Header of a page: title and operations.
import { type ReactNode, useEffect } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** Content next to the title. */
  beside?: ReactNode;
  /** Content below the title. */
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
