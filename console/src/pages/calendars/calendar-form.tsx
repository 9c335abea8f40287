// Form for the days of a calendar, edited by hand or imported from a file. Saving succeeds only if the stored
// version is the one that was read.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Calendar, calendars, type ControlDocument } from '../../api/controls';
import { asProblem } from '../../api/problem';
import { usePermission } from '../../session/use-session';
import { Confirm } from '../../ui/confirm';
import { ErrorPanel } from '../../ui/error-panel';
import { GuardedButton } from '../../ui/guarded-button';
import { useNowText } from '../../ui/now';
import { PageHead } from '../../ui/page-head';
import { Panel } from '../../ui/panel';
import { common } from '../../ui/strings';
import { calendarDraft, calendarOf, isSame, toggleDate } from './calendar-draft';
import classes from './calendars-page.module.css';
import { ImportButton } from './import-button';
import { strings } from './strings';
import { UserList } from './user-list';
import { WeekendChips } from './weekend-chips';
import { dateNow } from './year';
import { YearGrid } from './year-grid';
import { YearNavigation } from './year-navigation';

const route = getRouteApi('/shell/calendars/$name');
const EDITOR = { role: 'editor' } as const;

export function CalendarForm({ control, onReload }: { control: ControlDocument<Calendar>; onReload: () => void }) {
  const { name, version } = control;
  const thisYear = Number(useNowText((now) => dateNow(now).slice(0, 4)));
  const { year = thisYear } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = usePermission(EDITOR).allowed;
  const stored = calendarDraft(control.definition);
  const [draft, setDraft] = useState(stored);
  const [isRemoving, setRemoving] = useState(false);
  const client = useQueryClient();
  const invalidate = () => void client.invalidateQueries({ queryKey: ['calendars'] });
  const saving = useMutation({
    mutationFn: () => calendars.save(name, calendarOf(draft), version),
    onSuccess: () => {
      notifications.show({ title: name, message: strings.saved });
      invalidate();
    },
  });
  const problem = saving.error && asProblem(saving.error);
  const isChanged = !isSame(draft, stored);
  const ofYear = [...draft.dates].filter((date) => date.startsWith(String(year))).length;
  return (
    <>
      <PageHead
        title={name}
        lead={strings.datesOff(draft.dates.size, ofYear, year)}
        actions={
          <>
            {isChanged && (
              <Button variant="default" onClick={() => setDraft(stored)}>
                {strings.undo}
              </Button>
            )}
            <ImportButton name={name} isChanged={isChanged} onDone={onReload} />
            <GuardedButton need={EDITOR} variant="default" color="red" onClick={() => setRemoving(true)}>
              {common.deleteDialog}
            </GuardedButton>
            <GuardedButton need={EDITOR} loading={saving.isPending} disabled={!isChanged} onClick={() => saving.mutate()}>
              {common.save}
            </GuardedButton>
          </>
        }
      />
      {problem && (
        <ErrorPanel problem={problem}>
          {problem.isConflict && (
            <Button size="xs" variant="default" mt="xs" onClick={onReload}>
              {common.reloadAndDiscard}
            </Button>
          )}
        </ErrorPanel>
      )}
      <div className={classes.parts}>
        <Panel title={String(year)} beside={<YearNavigation year={year} onChoose={(chosen) => void navigate({ search: { year: chosen }, replace: true })} />}>
          <YearGrid year={year} draft={draft} onToggle={(date) => mayEdit && setDraft(toggleDate(draft, date))} />
        </Panel>
        <div className={classes.beside}>
          <Panel title={strings.weekend}>
            <WeekendChips value={draft.weekend} isDisabled={!mayEdit} onChange={(weekend) => setDraft({ ...draft, weekend })} />
          </Panel>
          <UserList name={name} />
        </div>
      </div>
      {isRemoving && (
        <Confirm
          title={common.deleteTitle(name)}
          verb={common.delete}
          isDangerous
          hasNote={false}
          act={() => calendars.remove(name, version)}
          onDone={() => void navigate({ to: '/calendars' }).then(invalidate)}
          onClose={() => setRemoving(false)}
        >
          {strings.deleteText}
        </Confirm>
      )}
    </>
  );
}
