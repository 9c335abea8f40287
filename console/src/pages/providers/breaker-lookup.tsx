// Finds the breaker of a receiver that no schedule or setting here names.
import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { common } from '../../ui/strings';
import { strings } from './strings';

const route = getRouteApi('/shell/providers');

export function BreakerLookup({ providers }: { providers: string[] }) {
  const navigate = route.useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [provider, setProvider] = useState<string | null>(null);
  const [receiver, setReceiver] = useState('');
  const chosen = provider ?? (providers.includes('webhook') ? 'webhook' : (providers[0] ?? null));
  const find = (event: React.FormEvent) => {
    event.preventDefault();
    setOpen(false);
    void navigate({ search: { provider: chosen ?? undefined, receiver: receiver.trim() || undefined } });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!isOpen)}>
          {strings.find}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={find}>
          <Stack gap="sm">
            <Select
              label={common.provider}
              data={providers}
              allowDeselect={false}
              value={chosen}
              onChange={setProvider}
              comboboxProps={{ withinPortal: false }}
            />
            <TextInput
              label={strings.receiver}
              description={strings.receiverDescription}
              placeholder={strings.receiverPlaceholder}
              value={receiver}
              onChange={(event) => setReceiver(event.currentTarget.value)}
            />
            <Button type="submit">{strings.findSubmit}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
