// Frame around every page: navigation, account and connection status.
import { Outlet } from '@tanstack/react-router';
import { useLiveQueries } from '../../events/use-events';
import { CommandPalette } from './command-palette';
import { OfflineBanner } from './offline-banner';
import classes from './shell.module.css';
import { SideNav } from './side-nav';
import { strings } from './strings';
import { TopBar } from './top-bar';

export function Shell() {
  useLiveQueries();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        {strings.skip}
      </a>
      <SideNav />
      <TopBar />
      <main id="page" className={classes.page} tabIndex={-1}>
        <OfflineBanner />
        <Outlet />
      </main>
      <CommandPalette />
    </div>
  );
}
