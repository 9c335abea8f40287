// Revokes a key permanently.
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type Key, keys } from '../../api/keys';
import { Confirm } from '../../ui/confirm';

export function RevokeDialog({ apiKey, isOwn, onClose }: { apiKey: Key; isOwn: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const name = apiKey.note || apiKey.id;
  const done = () => {
    notifications.show({ title: name, message: 'It works nowhere any more' });
    void client.invalidateQueries({ queryKey: ['keys'] });
    onClose();
  };
  return (
    <Confirm title={`Revoke ${name}`} verb="Revoke" isDangerous hasNote={false} act={() => keys.revoke(apiKey.id)} onDone={done} onClose={onClose}>
      Within a second it works nowhere. Whoever uses it is refused, and it cannot be given back.
      {isOwn && <strong> It is the one you came in with: you will be signed out.</strong>}
    </Confirm>
  );
}
