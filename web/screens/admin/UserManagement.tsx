import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { USER_LISTS } from '@omicon/contract/areas/people/users.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { NewUserForm } from '../../areas/users/NewUserForm.tsx';
import { UserGrid } from '../../areas/users/UserGrid.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';

const shape = z.object({ tab: z.enum(USER_LISTS).catch('all') });

const TABS = [
  { name: 'all', title: 'All users' },
  { name: 'lab', title: 'Lab members' },
  { name: 'registered', title: 'Registered users' },
  { name: 'whitelist', title: 'Whitelist' },
  { name: 'removed', title: 'Removed' },
] as const;

function openNewUser(): void {
  const modalId = modals.open({
    title: 'New user',
    children: <NewUserForm onClose={() => modals.close(modalId)} />,
  });
}

/** `/home/admin/user-management`: people with access, and their roles. */
export function UserManagement() {
  const { query } = useAddressQuery(shape);
  const { hasPermission } = useSession();
  return (
    <OnlyWith
      screen={NAMED_SCREENS.userManagement}
      refusal="You cannot see this list"
      hint="Only administrators can manage users and their roles."
    >
      <PageTitle title={NAMED_SCREENS.userManagement.title}>
        <Button disabled={!hasPermission('USER_MANAGEMENT_CREATE')} onClick={openNewUser}>
          New user
        </Button>
      </PageTitle>
      <TabLinks label="Lists of users" tabs={TABS} chosen={query.tab} />
      <TabPanel>
        <UserGrid key={query.tab} list={query.tab} />
      </TabPanel>
    </OnlyWith>
  );
}
