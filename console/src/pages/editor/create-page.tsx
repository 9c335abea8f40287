// Page for a new schedule.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { idempotencyKey } from '../../api/client';
import { schedules } from '../../api/schedules';
import { ownZone } from '../../format/instant';
import { removeDraft } from '../../session/drafts';
import { PageHead } from '../../ui/page-head';
import { common } from '../../ui/strings';
import { newDraft } from './draft';
import { Editor } from './editor';
import { RestoredNote } from './restored-note';
import { strings } from './strings';
import { definitionOfDraft } from './to-definition';
import { useStoredDraft } from './use-stored-draft';

const NAME = 'new';

export function CreatePage() {
  const { value: draft, set, isRestored, discard } = useStoredDraft(NAME, () => newDraft(ownZone()));
  // One key for all retries: a lost response does not lead to a second schedule.
  const [key] = useState(idempotencyKey);
  const client = useQueryClient();
  const navigate = useNavigate();
  const saving = useMutation({
    mutationFn: async () => {
      const id = draft.id.trim();
      return schedules.create({ ...definitionOfDraft(draft), ...(id ? { id } : {}) }, key);
    },
    onSuccess: ({ id }) => {
      removeDraft(NAME);
      for (const stale of ['schedules', 'stats']) void client.invalidateQueries({ queryKey: [stale] });
      void navigate({ to: '/schedules/$id', params: { id } });
    },
  });
  return (
    <>
      <PageHead title={common.newSchedule} lead={strings.newLead} />
      {isRestored && <RestoredNote onDiscard={() => discard(newDraft(ownZone()))} />}
      <Editor draft={draft} onChange={set} saving={saving} verb={common.create} />
    </>
  );
}
