// The bar above the page: search, connection status, theme and account.
import { openSpotlight } from '@mantine/spotlight';
import { useOwnTenant } from '../../session/use-own-tenant';
import { IconSearch } from '../../ui/icons';
import { AccountMenu } from './account-menu';
import { ConnectionIndicator } from './connection-indicator';
import { Logo } from './logo';
import { strings } from './strings';
import { TenantSwitch } from './tenant-switch';
import { ThemeSwitch } from './theme-switch';
import classes from './top-bar.module.css';

export function TopBar() {
  useOwnTenant();
  return (
    <header className={classes.bar}>
      <span className={classes.brand}>
        <Logo />
      </span>
      <button type="button" className={classes.search} onClick={openSpotlight}>
        <IconSearch />
        <span>{strings.searchButton}</span>
        <kbd>/</kbd>
      </button>
      <div className={classes.tools}>
        <TenantSwitch />
        <ConnectionIndicator />
        <ThemeSwitch />
        <AccountMenu />
      </div>
    </header>
  );
}
