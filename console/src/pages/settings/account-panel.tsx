// The user and their permissions.
import { chosenTenant } from '../../api/tenant';
import { useCaller } from '../../session/use-session';
import { ZonedTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { Tags } from '../../ui/tags';
import { Facts } from './facts';

export function AccountPanel() {
  const who = useCaller();
  return (
    <Panel title="You" flush>
      {who && (
        <Facts
          facts={[
            ['Known as', who.actor],
            ['Role', who.role],
            ['Permissions', who.permissions.length > 0 ? <Tags key="permissions" words={who.permissions} /> : 'none besides'],
            ['Tenant', who.tenant ?? `${chosenTenant() ?? 'default/default'}, of all`],
            ['Comes in', who.mode === 'open' ? 'without a key: there is none yet' : `with key ${who.key ?? 'of the first start'}`],
            ['Until', who.expires_at ? <ZonedTime key="until" at={who.expires_at} /> : 'no end'],
          ]}
        />
      )}
    </Panel>
  );
}
