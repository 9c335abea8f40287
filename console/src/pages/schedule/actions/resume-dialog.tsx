// Resumes a schedule, with a choice for occurrences due during the pause.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resumed, showAs } from '../../../api/optimistic';
import { schedules } from '../../../api/schedules';
import { useWho } from '../../../session/use-session';
import { Confirm } from '../../../ui/confirm';
import { ResumeChoice, type ResumeFrom } from './resume-choice';
import type { DialogProps } from './schedule-actions';

export function ResumeDialog({ schedule, onDone, onClose }: DialogProps) {
  const [from, setFrom] = useState<ResumeFrom>('now');
  const client = useQueryClient();
  const who = useWho();
  const resume = async (note: string | null) => {
    const takeBack = await showAs(client, schedule.id, resumed(who?.actor ?? 'you', note));
    return schedules.resume(schedule.id, { from, note }).catch((error: unknown) => {
      takeBack();
      throw error;
    });
  };
  return (
    <Confirm title={`Resume ${schedule.id}`} verb="Resume" isOptimistic act={resume} onDone={onDone} onClose={onClose}>
      <ResumeChoice from={from} onChange={setFrom} />
    </Confirm>
  );
}
