// Operations on a schedule. Operations the user may not perform are shown disabled; buttons show the required
// permission.
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schedule } from '../../../api/schedules';
import { usePermission } from '../../../session/use-session';
import { GuardedButton } from '../../../ui/guarded-button';
import { IconBolt, IconDots, IconPause, IconPencil, IconPlay } from '../../../ui/icons';
import { common } from '../../../ui/strings';
import { BackfillDialog } from './backfill-dialog';
import { CancelDialog } from './cancel-dialog';
import { DeleteDialog } from './delete-dialog';
import { PauseDialog } from './pause-dialog';
import { ResumeDialog } from './resume-dialog';
import { RunDialog } from './run-dialog';
import { strings } from './strings';

type Operation = 'pause' | 'resume' | 'fire' | 'backfill' | 'cancel' | 'delete';

export interface DialogProps {
  schedule: Schedule;
  onDone: () => void;
  onClose: () => void;
}

export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const [operation, setOperation] = useState<Operation>();
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayOperate = usePermission({ role: 'operator' }).allowed;
  const mayBackfill = usePermission({ permission: 'backfill' }).allowed;
  const mayEdit = usePermission({ role: 'editor' }).allowed;
  const { id, status } = schedule;
  const done = () => {
    if (operation) notifications.show({ title: id, message: strings.done[operation] });
    setOperation(undefined);
    for (const key of ['schedule', 'schedules', 'stats', 'occurrences']) void client.invalidateQueries({ queryKey: [key] });
    if (operation === 'delete') void navigate({ to: '/schedules' });
  };
  const dialog = { schedule, onDone: done, onClose: () => setOperation(undefined) };
  const isOver = status === 'canceled' || status === 'finished';
  return (
    <>
      {status === 'active' && (
        <GuardedButton need={{ role: 'operator' }} variant="default" leftSection={<IconPause />} onClick={() => setOperation('pause')}>
          {strings.pause}
        </GuardedButton>
      )}
      {(status === 'paused' || status === 'disabled') && (
        <GuardedButton need={{ role: 'operator' }} leftSection={<IconPlay />} onClick={() => setOperation('resume')}>
          {strings.resume}
        </GuardedButton>
      )}
      {!isOver && (
        <GuardedButton need={{ permission: 'fire' }} variant="default" leftSection={<IconBolt />} onClick={() => setOperation('fire')}>
          {strings.runNow}
        </GuardedButton>
      )}
      <GuardedButton
        need={{ role: 'editor' }}
        variant="default"
        leftSection={<IconPencil />}
        onClick={() => void navigate({ to: '/schedules/$id/edit', params: { id } })}
      >
        {strings.edit}
      </GuardedButton>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={strings.more}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!mayBackfill} onClick={() => setOperation('backfill')}>
            {strings.backfillDialog}
          </Menu.Item>
          <Menu.Item disabled={!mayOperate || isOver} onClick={() => setOperation('cancel')}>
            {strings.stopDialog}
          </Menu.Item>
          <Menu.Item color="red" disabled={!mayEdit} onClick={() => setOperation('delete')}>
            {common.deleteDialog}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {operation === 'pause' && <PauseDialog {...dialog} />}
      {operation === 'resume' && <ResumeDialog {...dialog} />}
      {operation === 'fire' && <RunDialog {...dialog} />}
      {operation === 'backfill' && <BackfillDialog {...dialog} />}
      {operation === 'cancel' && <CancelDialog {...dialog} />}
      {operation === 'delete' && <DeleteDialog {...dialog} />}
    </>
  );
}
