// Resumes a schedule, with a choice for occurrences due during the pause.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resumedFields, applyOptimistically } from '../../../api/optimistic';
import { schedules } from '../../../api/schedules';
import { useCaller } from '../../../session/use-session';
import { Confirm } from '../../../ui/confirm';
import { ResumeChoice, type ResumeFrom } from './resume-choice';
import type { DialogProps } from './schedule-actions';
import { strings } from './strings';

export function ResumeDialog({ schedule, onDone, onClose }: DialogProps) {
  const [from, setFrom] = useState<ResumeFrom>('now');
  const client = useQueryClient();
  const who = useCaller();
  const resume = async (note: string | null) => {
    const revert = await applyOptimistically(client, schedule.id, resumedFields(who?.actor ?? 'you', note));
    return schedules.resume(schedule.id, { from, note }).catch((error: unknown) => {
      revert();
      throw error;
    });
  };
  return (
    <Confirm title={strings.resumeTitle(schedule.id)} verb={strings.resume} isOptimistic act={resume} onDone={onDone} onClose={onClose}>
      <ResumeChoice from={from} onChange={setFrom} />
    </Confirm>
  );
}
