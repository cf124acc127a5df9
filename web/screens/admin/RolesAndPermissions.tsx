import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { PermissionChanges } from '../../areas/users/PermissionChanges.tsx';
import { PermissionMatrix } from '../../areas/users/PermissionMatrix.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';

const shape = z.object({ tab: z.enum(['permissions', 'changes']).catch('permissions') });

const TABS = [
  { name: 'permissions', title: 'Permissions' },
  { name: 'changes', title: 'Changes' },
];

/** `/home/admin/roles`: permissions by role, and the log of changes. */
export function RolesAndPermissions() {
  const { query } = useAddressQuery(shape);
  return (
    <OnlyWith
      screen={NAMED_SCREENS.rolesAndPermissions}
      refusal="You cannot see this page"
      hint="Only administrators can change the permissions of roles."
    >
      <PageTitle title={NAMED_SCREENS.rolesAndPermissions.title} />
      <TabLinks label="Roles and permissions" tabs={TABS} chosen={query.tab} />
      <TabPanel>{query.tab === 'changes' ? <PermissionChanges /> : <PermissionMatrix />}</TabPanel>
    </OnlyWith>
  );
}
