// Navigation at the side of the page. On a narrow screen, the most used pages are below the page, within reach of
// the thumb, and the others behind one button.
import { Link } from '@tanstack/react-router';
import { Logo } from './logo';
import { MoreNav } from './more-nav';
import { NAV_GROUPS } from './nav-entries';
import { NavEntryLink } from './nav-entry-link';
import classes from './side-nav.module.css';
import { strings } from './strings';

export function SideNav() {
  return (
    <nav className={classes.nav} aria-label={strings.pages}>
      <Link to="/" className={classes.brand} aria-label={strings.home}>
        <Logo />
        <span>{strings.product}</span>
      </Link>
      <div className={classes.groups}>
        {NAV_GROUPS.map(({ group, entries }) => (
          <section key={group} aria-label={group}>
            <h2 className={classes.group}>{group}</h2>
            <ul className={classes.list}>
              {entries.map((entry) => (
                <li key={entry.to} data-first={entry.isFirst}>
                  <NavEntryLink entry={entry} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <MoreNav />
      <a className={classes.foot} href="/docs" target="_blank" rel="noreferrer">
        {strings.apiReference}
      </a>
    </nav>
  );
}
