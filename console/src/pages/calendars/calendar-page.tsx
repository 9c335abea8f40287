// One calendar: its year, weekend, file import, and the schedules that use it.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { calendars } from '../../api/controls';
import { asProblem, Problem } from '../../api/problem';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHead } from '../../ui/page-head';
import { common } from '../../ui/strings';
import { CalendarForm } from './calendar-form';

const route = getRouteApi('/shell/calendars/$name');

export function CalendarPage() {
  const { name } = route.useParams();
  // No refetch while editing: the content must not change under the user. The server rejects an outdated edit;
  // then the user reloads.
  const query = useQuery({ ...calendars.one(name), gcTime: 0, refetchOnMount: 'always', refetchOnReconnect: false });
  const { data: control, error, dataUpdatedAt } = query;
  if (control?.definition) {
    return <CalendarForm key={`${name} ${dataUpdatedAt}`} control={control} onReload={() => void query.refetch()} />;
  }
  const unreadable = control && new Problem({ code: 'unreadable', status: 0, detail: control.problem ?? common.unreadable });
  return (
    <>
      <PageHead title={name} />
      {error && <ErrorPanel problem={asProblem(error)} />}
      {unreadable && <ErrorPanel problem={unreadable} />}
      {query.isPending && <div aria-busy="true" />}
    </>
  );
}
