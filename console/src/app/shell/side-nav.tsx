// The pages, beside the page; on a narrow screen below it, where thumbs are.
import { Link } from '@tanstack/react-router';
import { IconCalendar, IconChain, IconGrid, IconInbox, IconLedger, IconRepeat } from '../../ui/icons';
import { Logo } from './logo';
import classes from './side-nav.module.css';

const PAGES = [
  { to: '/', label: 'Overview', icon: IconGrid, exact: true },
  { to: '/schedules', label: 'Schedules', icon: IconRepeat, exact: false },
  { to: '/calendar', label: 'Calendar', icon: IconCalendar, exact: false },
  { to: '/ledger', label: 'Ledger', icon: IconLedger, exact: false },
  { to: '/dead-letters', label: 'Dead letters', icon: IconInbox, exact: false },
  { to: '/audit', label: 'Audit', icon: IconChain, exact: false },
] as const;

export function SideNav() {
  return (
    <nav className={classes.nav} aria-label="Pages">
      <Link to="/" className={classes.brand} aria-label="Refrain, overview">
        <Logo />
        <span>Refrain</span>
      </Link>
      <ul className={classes.list}>
        {PAGES.map(({ to, label, icon: Icon, exact }) => (
          <li key={to}>
            <Link to={to} className={classes.link} activeOptions={{ exact, includeSearch: false }}>
              <Icon />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <a className={classes.foot} href="/docs" target="_blank" rel="noreferrer">
        API reference
      </a>
    </nav>
  );
}
