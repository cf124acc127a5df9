import { listUsers, type UserList, type UserRow, updateRole } from '@omicon/contract/areas/people/users.ts';
import { ROLE_NAMES } from '@omicon/domain/permissions/permissions.ts';
import { useState } from 'react';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { confirmDelete, offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { useRemoveUser, useRestoreUser } from './calls.ts';
import { USER_COLUMNS } from './user-columns.ts';

const NEW_ROLES = ['admin', 'LAB', 'REVIEWER', 'RU'] as const;

const EMPTY_HINTS: Partial<Record<UserList, string>> = {
  whitelist: 'People on the whitelist can sign in through their institution and become lab members.',
  removed: 'Removed people can be restored here for 30 days.',
};

function keyOf(row: UserRow): string {
  return `${row.is_whitelist}-${row.id}`;
}

/** Actions of an administrator on a person; none on oneself. */
function useUserActions(list: UserList) {
  const { session } = useSession();
  const remove = useRemoveUser();
  const restore = useRestoreUser();
  const changeRole = useChange(updateRole, { refreshes: [listUsers] });

  function bringBack(row: UserRow): void {
    restore.mutate(row, {
      onSuccess: () => showToast({ type: 'success', title: 'Restored', message: `${row.name} is back.` }),
    });
  }

  function askAndRemove(row: UserRow): void {
    confirmDelete({
      kind: 'user',
      name: row.name,
      verb: 'Remove',
      consequence: row.is_whitelist
        ? 'They can no longer enter by the single sign-on. An account they have already stays.'
        : 'They are signed out everywhere at once, and their tokens for scripts end. The account can be restored for 30 days.',
      run: () =>
        remove.mutate(row, { onSuccess: () => offerUndo(row.name, () => bringBack(row), 'Removed') }),
    });
  }

  return (row: UserRow): RowAction[] => {
    if (session?.role !== 'admin' || row.is_current_user) return [];
    if (list === 'removed') return [{ label: 'Restore user', run: () => bringBack(row) }];
    const roles = row.is_whitelist ? [] : NEW_ROLES.filter((role) => role !== row.role);
    return [
      ...roles.map((role) => ({
        label: `Change role to ${ROLE_NAMES[role]}`,
        run: () => changeRole.mutate({ params: { id: row.id }, body: { role } }),
      })),
      { label: 'Remove user', isDestructive: true, run: () => askAndRemove(row) },
    ];
  };
}

/** One list of people. The person's own row is always checked; a download contains the checked rows. */
export function UserGrid({ list }: { list: UserList }) {
  const { query, pagingOf } = useAddressGrid(listUsers.query);
  const users = useEndpoint(listUsers, { query: { ...query, list } });
  const actionsOf = useUserActions(list);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const rows = users.data?.results;
  const ownKeys = new Set(rows?.filter((row) => row.is_current_user).map(keyOf));

  return (
    <DataGrid
      name={`users-${list}`}
      caption="Users"
      columns={USER_COLUMNS[list]}
      rows={rows}
      server={pagingOf(users.data?.total)}
      failure={failureOf(users)}
      rowKey={keyOf}
      rowName={(row) => row.name}
      checks={{ keys: checked, locked: ownKeys, onChange: setChecked }}
      actions={actionsOf}
      emptyHint={EMPTY_HINTS[list]}
    />
  );
}
