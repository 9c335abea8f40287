// A change of a stored schedule. It is refused when someone else was faster, and then says so.
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { type Schedule, scheduleQuery, schedules } from '../../api/schedules';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHead } from '../../ui/page-head';
import { Editor } from './editor';
import { definitionOfDraft } from './to-definition';
import { draftOf } from './to-draft';

const route = getRouteApi('/shell/schedules/$id/edit');

export function EditPage() {
  const { id } = route.useParams();
  const { data, error } = useQuery(scheduleQuery(id));
  if (error && !data) return <ErrorPanel problem={asProblem(error)} />;
  return data ? <Editing schedule={data} /> : <PageHead title={id} />;
}

/** Begins with the schedule as it was when it was opened; what happens meanwhile must not change what someone writes. */
function Editing({ schedule }: { schedule: Schedule }) {
  const [began, begin] = useState(schedule);
  const [draft, setDraft] = useState(() => draftOf(schedule));
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id } = schedule;
  const saving = useMutation({
    mutationFn: async () => schedules.replace(id, began.revision, definitionOfDraft(draft)),
    onSuccess: () => {
      for (const key of ['schedules', 'schedule']) void client.invalidateQueries({ queryKey: [key] });
      void navigate({ to: '/schedules/$id', params: { id } });
    },
    onError: () => void client.invalidateQueries({ queryKey: ['schedule', id] }),
  });
  const isOld = schedule.revision !== began.revision;
  return (
    <>
      <PageHead title={`Edit ${id}`} lead={`Revision ${began.revision}. Nothing fires because of saving.`} />
      {isOld && (
        <ErrorPanel problem={asProblem(new Error(`${id} was changed meanwhile: it is at revision ${schedule.revision}.`))}>
          <Button size="xs" variant="default" onClick={() => begin(schedule)}>
            Keep mine and save over it
          </Button>{' '}
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              begin(schedule);
              setDraft(draftOf(schedule));
            }}
          >
            Take theirs
          </Button>
        </ErrorPanel>
      )}
      <Editor draft={draft} onChange={setDraft} saving={saving} verb="Save" against={id} />
    </>
  );
}
