// Navigation link to a page, highlighted while the page is open.
import { Link } from '@tanstack/react-router';
import type { NavEntry } from './nav-entries';
import classes from './side-nav.module.css';

export function NavEntryLink({ entry, onClick }: { entry: NavEntry; onClick?: () => void }) {
  const { to, label, icon: Icon } = entry;
  return (
    <Link to={to} className={classes.link} activeOptions={{ exact: to === '/', includeSearch: false }} onClick={onClick}>
      <Icon />
      <span>{label}</span>
    </Link>
  );
}
