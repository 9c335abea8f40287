// Edit page of a stored schedule. If someone else saved first, their change is shown next to the user's, and the
// two are merged.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { asProblem } from '../../api/problem';
import { type Schedule, scheduleQuery, schedules } from '../../api/schedules';
import { changedFields, mergeFields } from '../../format/fields';
import { removeDraft } from '../../session/drafts';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHead } from '../../ui/page-head';
import { common } from '../../ui/strings';
import type { Draft } from './draft';
import { Editor } from './editor';
import { MergePanel } from './merge/merge-panel';
import { RestoredNote } from './restored-note';
import { strings } from './strings';
import { definitionOfDraft } from './to-definition';
import { draftOf } from './to-draft';
import { useStoredDraft } from './use-stored-draft';

const route = getRouteApi('/shell/schedules/$id/edit');

export function EditPage() {
  const { id } = route.useParams();
  const { data, error } = useQuery(scheduleQuery(id));
  if (error && !data) return <ErrorPanel problem={asProblem(error)} />;
  return data ? <EditForm key={id} schedule={data} /> : <PageHead title={id} />;
}

interface Edit {
  /** The schedule when the editor was opened. Later changes on the server must not change the user's input. */
  base: Schedule;
  draft: Draft;
}

function EditForm({ schedule }: { schedule: Schedule }) {
  const { id } = schedule;
  const name = `edit ${id}`;
  const begin = (): Edit => ({ base: schedule, draft: draftOf(schedule) });
  const { value: edit, set, isRestored, discard } = useStoredDraft(name, begin);
  const { base, draft } = edit;
  const was = definitionOfDraft(draftOf(base));
  const theirs = definitionOfDraft(draftOf(schedule));
  const mine = tryDefinition(draft);
  const hasTheirs = schedule.revision !== base.revision && changedFields(was, theirs, was).length > 0;
  const client = useQueryClient();
  const navigate = useNavigate();
  const saving = useMutation({
    // A pause or a similar operation also creates a revision, but does not conflict with the edit.
    mutationFn: async () => schedules.replace(id, hasTheirs ? base.revision : schedule.revision, definitionOfDraft(draft)),
    onSuccess: () => {
      removeDraft(name);
      for (const key of ['schedules', 'schedule']) void client.invalidateQueries({ queryKey: [key] });
      void navigate({ to: '/schedules/$id', params: { id } });
    },
    // Reads the concurrent change, which is then shown next to the edit.
    onError: (error) => {
      if (asProblem(error).isConflict) void client.invalidateQueries({ queryKey: ['schedule', id] });
    },
  });
  const restartFrom = (next: Draft) => {
    saving.reset();
    set({ base: schedule, draft: next });
  };
  return (
    <>
      <PageHead title={strings.editTitle(id)} lead={strings.editLead(base.revision)} />
      {isRestored && <RestoredNote onDiscard={() => discard(begin())} />}
      {hasTheirs && mine && (
        <MergePanel
          id={id}
          revision={schedule.revision}
          fields={changedFields(was, theirs, mine)}
          onMerge={(sides) => {
            const merged = mergeFields(theirs, changedFields(was, theirs, mine), sides);
            restartFrom(draftOf({ ...schedule, ...(merged as Partial<Schedule>) }));
          }}
          onMine={() => restartFrom(draft)}
          onTheirs={() => discard(begin())}
        />
      )}
      <Editor
        draft={draft}
        onChange={(next) => set((before) => ({ ...before, draft: typeof next === 'function' ? next(before.draft) : next }))}
        saving={saving}
        verb={common.save}
        against={id}
        changed={mine ? changedFields(was, was, mine) : []}
      />
    </>
  );
}

/** Returns the definition of a draft, or undefined if the draft is invalid. */
function tryDefinition(draft: Draft): unknown {
  try {
    return definitionOfDraft(draft);
  } catch {
    return undefined;
  }
}
