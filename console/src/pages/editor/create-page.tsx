// A new schedule.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { schedules } from '../../api/schedules';
import { ownZone } from '../../format/instant';
import { PageHead } from '../../ui/page-head';
import { newDraft } from './draft';
import { Editor } from './editor';
import { definitionOfDraft } from './to-definition';

export function CreatePage() {
  const [draft, setDraft] = useState(() => newDraft(ownZone()));
  const client = useQueryClient();
  const navigate = useNavigate();
  const saving = useMutation({
    mutationFn: async () => {
      const id = draft.id.trim();
      return schedules.create({ ...definitionOfDraft(draft), ...(id ? { id } : {}) });
    },
    onSuccess: ({ id }) => {
      for (const key of ['schedules', 'stats']) void client.invalidateQueries({ queryKey: [key] });
      void navigate({ to: '/schedules/$id', params: { id } });
    },
  });
  return (
    <>
      <PageHead title="New schedule" lead="Say when, and what is sent then. Nothing fires because of saving." />
      <Editor draft={draft} onChange={setDraft} saving={saving} verb="Create" />
    </>
  );
}
