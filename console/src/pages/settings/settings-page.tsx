// Settings of this browser, the user's account, and the server with its configuration.
import { useQuery } from '@tanstack/react-query';
import { readyQuery } from '../../api/insight';
import { PageHead } from '../../ui/page-head';
import { AccountPanel } from './account-panel';
import { BrowserPanel } from './browser-panel';
import { ConfigPanel } from './config-panel';
import { NodesPanel } from './nodes-panel';
import { ServerPanel } from './server-panel';
import classes from './settings-page.module.css';
import { strings } from './strings';

export function SettingsPage() {
  const ready = useQuery(readyQuery);
  return (
    <>
      <PageHead title={strings.title} lead={strings.lead} />
      <div className={classes.parts}>
        <BrowserPanel />
        <AccountPanel />
        <ServerPanel ready={ready.data} error={ready.error} />
        <NodesPanel />
      </div>
      <ConfigPanel />
    </>
  );
}
