// Navigation at the side of the page. On a narrow screen, the most used pages are below the page, within reach of
// the thumb, and the others behind one button.
import { Link } from '@tanstack/react-router';
import { Logo } from './logo';
import { MoreNav } from './more-nav';
import { NavEntryLink } from './nav-entry-link';
import { NAV_GROUPS } from './nav-entries';
import classes from './side-nav.module.css';

export function SideNav() {
  return (
    <nav className={classes.nav} aria-label="Pages">
      <Link to="/" className={classes.brand} aria-label="Refrain, overview">
        <Logo />
        <span>Refrain</span>
      </Link>
      <div className={classes.groups}>
        {NAV_GROUPS.map(({ group, places }) => (
          <section key={group} aria-label={group}>
            <h2 className={classes.group}>{group}</h2>
            <ul className={classes.list}>
              {places.map((place) => (
                <li key={place.to} data-first={place.isFirst}>
                  <NavEntryLink place={place} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <MoreNav />
      <a className={classes.foot} href="/docs" target="_blank" rel="noreferrer">
        API reference
      </a>
    </nav>
  );
}
