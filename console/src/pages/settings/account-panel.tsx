// The user and their permissions.
import { chosenTenant } from '../../api/tenant';
import { useCaller } from '../../session/use-session';
import { ZonedTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { common } from '../../ui/strings';
import { Tags } from '../../ui/tags';
import { Facts } from './facts';
import { accountStrings as strings } from './strings';

export function AccountPanel() {
  const who = useCaller();
  return (
    <Panel title={strings.title} flush>
      {who && (
        <Facts
          facts={[
            [strings.signedInAs, who.actor],
            [strings.role, who.role],
            [strings.permissions, who.permissions.length > 0 ? <Tags key="permissions" words={who.permissions} /> : common.none],
            [strings.tenant, who.tenant ?? strings.tenantOfAll(chosenTenant() ?? 'default/default')],
            [strings.access, who.mode === 'open' ? strings.open : who.key ? strings.withKey(who.key) : strings.withLink],
            [strings.expires, who.expires_at ? <ZonedTime key="expires" at={who.expires_at} /> : strings.never],
          ]}
        />
      )}
    </Panel>
  );
}
