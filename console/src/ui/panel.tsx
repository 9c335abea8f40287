// A titled section of a page.
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
  /** Whether the content has no padding, for tables. */
  flush?: boolean;
}

export function Panel({ title, beside, children, flush = false }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {beside}
      </header>
      <div className={flush ? undefined : classes.inside}>{children}</div>
    </section>
  );
}
