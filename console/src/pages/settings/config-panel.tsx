// The server's configuration: every value, and the source of explicitly set ones.
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Config, configQuery } from '../../api/config';
import { asProblem } from '../../api/problem';
import { lines } from '../../format/settings';
import { requirementText } from '../../session/permission';
import { usePermission } from '../../session/use-session';
import { ErrorPanel } from '../../ui/error-panel';
import { IconSearch } from '../../ui/icons';
import { Panel } from '../../ui/panel';
import { TypedFilter } from '../../ui/typed-filter';
import classes from './settings-page.module.css';
import { configStrings as strings } from './strings';
import { describeSource } from './value-source';

const route = getRouteApi('/shell/settings');

export function ConfigPanel() {
  const { allowed } = usePermission('server');
  const { data, error } = useQuery({ ...configQuery, enabled: allowed });
  return (
    <Panel title={strings.title} flush>
      {!allowed && <p className={classes.none}>{strings.requirement(requirementText('server'))}</p>}
      {error && <ErrorPanel problem={asProblem(error)} />}
      {data && <Values data={data} />}
    </Panel>
  );
}

function Values({ data }: { data: Config }) {
  const { find, given } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: { find?: string | undefined; given?: true | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const shown = lines(data.config).filter(({ path, text }) => {
    const isFound = !find || `${path} ${text}`.toLowerCase().includes(find.toLowerCase());
    return isFound && (!given || data.given[path] !== undefined);
  });
  return (
    <>
      <search className={classes.find}>
        <TypedFilter label={strings.find} placeholder={strings.findPlaceholder} icon={<IconSearch />} value={find} onChange={(value) => set({ find: value })} />
        <Switch
          size="xs"
          label={strings.onlyCustomized}
          checked={given ?? false}
          onChange={(event) => set({ given: event.currentTarget.checked || undefined })}
        />
      </search>
      <table className={classes.values} aria-label={strings.table}>
        <thead>
          <tr>
            <th scope="col">{strings.setting}</th>
            <th scope="col">{strings.value}</th>
            <th scope="col">{strings.source}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ path, text }) => (
            <tr key={path} data-given={path in data.given || undefined}>
              <th scope="row">
                <code>{path}</code>
              </th>
              <td>{text}</td>
              <td className={classes.quiet}>{describeSource(data.given[path])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={classes.none}>{strings.noMatch}</p>}
      {data.warnings.map((warning) => (
        <p key={JSON.stringify(warning)} className={classes.warning}>
          {typeof warning === 'object' && warning !== null && 'detail' in warning ? String(warning['detail']) : JSON.stringify(warning)}
        </p>
      ))}
    </>
  );
}
