// Finds the breaker of a receiver that no schedule or setting here names.
import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

const route = getRouteApi('/shell/providers');

export function BreakerLookup({ providers }: { providers: string[] }) {
  const navigate = route.useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [provider, setProvider] = useState<string | null>(null);
  const [receiver, setReceiver] = useState('');
  const chosen = provider ?? (providers.includes('webhook') ? 'webhook' : (providers[0] ?? null));
  const look = (event: React.FormEvent) => {
    event.preventDefault();
    setOpen(false);
    void navigate({ search: { provider: chosen ?? undefined, receiver: receiver.trim() || undefined } });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!isOpen)}>
          Look up a breaker
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={look}>
          <Stack gap="sm">
            <Select
              label="Provider"
              data={providers}
              allowDeselect={false}
              value={chosen}
              onChange={setProvider}
              comboboxProps={{ withinPortal: false }}
            />
            <TextInput
              label="Receiver"
              description="A host, a queue or a server with its port"
              placeholder="api.example.com"
              value={receiver}
              onChange={(event) => setReceiver(event.currentTarget.value)}
            />
            <Button type="submit">Look</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
