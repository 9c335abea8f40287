// Frame around every page: navigation, account and connection status.
import { Outlet } from '@tanstack/react-router';
import { useFreshness } from '../../events/use-events';
import { AwayBanner } from './away-banner';
import { CommandPalette } from './command-palette';
import classes from './shell.module.css';
import { SideNav } from './side-nav';
import { TopBar } from './top-bar';

export function Shell() {
  useFreshness();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <SideNav />
      <TopBar />
      <main id="page" className={classes.page} tabIndex={-1}>
        <AwayBanner />
        <Outlet />
      </main>
      <CommandPalette />
    </div>
  );
}
