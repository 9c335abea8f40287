// List of providers, their settings, and the circuit breakers of their receivers.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Config, configQuery, type Value } from '../../api/config';
import { providersQuery } from '../../api/insight';
import { asProblem } from '../../api/problem';
import { FIRST_ROWS, firstSchedulesQuery } from '../../api/some-schedules';
import { usePermission } from '../../session/use-session';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHead } from '../../ui/page-head';
import { BreakerLookup } from './breaker-lookup';
import { ProviderPanel } from './provider-panel';
import classes from './providers-page.module.css';
import { receiversOf } from './receivers';
import { strings } from './strings';

const route = getRouteApi('/shell/providers');

export function ProvidersPage() {
  const search = route.useSearch();
  const providers = useQuery(providersQuery);
  const schedules = useQuery(firstSchedulesQuery);
  const maySeeConfig = usePermission('server').allowed;
  const config = useQuery({ ...configQuery, enabled: maySeeConfig });
  const sent = schedules.data?.items.flatMap(({ action }) => (action ? [action] : [])) ?? [];
  const uses = (name: string) => sent.filter(({ provider }) => provider === name).length;
  // Most used providers first.
  const all = providers.data?.items.toSorted((one, other) => uses(other.name) - uses(one.name)) ?? [];
  return (
    <>
      <PageHead
        title={strings.title}
        lead={strings.lead}
        actions={<BreakerLookup providers={all.map(({ name }) => name)} />}
      />
      {providers.error && <ErrorPanel problem={asProblem(providers.error)} />}
      {schedules.data?.next_cursor && (
        <p className={classes.cut}>{strings.cut(FIRST_ROWS)}</p>
      )}
      {providers.data && all.length === 0 && <EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>}
      <div className={classes.parts} aria-busy={providers.isPending || schedules.isPending}>
        {all.map((provider) => {
          const settings = settingsOf(config.data, provider.name);
          const known = receiversOf(provider.name, sent, settings.own);
          const extra = search.provider === provider.name && !known.includes(search.receiver ?? '') ? [search.receiver ?? ''] : [];
          return <ProviderPanel key={provider.name} provider={provider} receivers={[...extra, ...known]} settings={settings} uses={uses(provider.name)} />;
        })}
      </div>
    </>
  );
}

export interface ProviderSettings {
  /** Settings of the provider. Undefined if the configuration has none or the user may not read it. */
  own: { [name: string]: Value } | undefined;
  breaker: { [name: string]: Value } | undefined;
  /** Whether the provider has no circuit breakers. */
  hasNoBreaker: boolean;
}

function settingsOf(config: Config | undefined, name: string): ProviderSettings {
  const providers = config?.config['providers'];
  const breakers = part(config?.config['breakers']);
  const without = breakers?.['without'];
  const hasNoBreaker = Array.isArray(without) && without.includes(name);
  const own = part(part(breakers?.['providers'])?.[name]);
  const breaker = breakers && !hasNoBreaker ? { ...part(breakers['default']), ...own } : undefined;
  return { own: part(part(providers)?.[name]), breaker, hasNoBreaker };
}

function part(value: Value | undefined): { [name: string]: Value } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
