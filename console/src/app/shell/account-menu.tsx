// Who looks, what they may do, and the way out.
import { ActionIcon, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { session } from '../../api/session';
import { forgetDrafts } from '../../session/drafts';
import { useWho } from '../../session/use-session';
import { IconPerson } from '../../ui/icons';
import classes from './account-menu.module.css';
import { TenantChoice } from './tenant-choice';

export function AccountMenu() {
  const who = useWho();
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await session.end();
    client.clear();
    forgetDrafts();
    await navigate({ to: '/sign-in' });
  };
  const isOpen = who?.mode === 'open';
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Account">
          <IconPerson />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{isOpen ? 'No keys yet' : (who?.actor ?? 'Unknown')}</strong>
          <span>
            {isOpen ? 'Whoever reaches this machine may do everything.' : `${who?.role ?? 'nobody'} · ${who?.tenant ?? 'all tenants'}`}
          </span>
        </div>
        {who?.reach === 'all' && <TenantChoice />}
        {who && !isOpen && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void leave()}>Sign out</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
