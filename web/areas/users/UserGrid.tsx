import { listUsers, type UserRow } from '@omicon/contract/users.ts';
import { confirmDelete } from '../../ui/confirm-delete.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { useListUsers, useRemoveUser, useUpdateRole } from './calls.ts';

const COLUMNS: readonly Column<UserRow>[] = [
  { key: 'name', title: 'Name', kind: 'text', width: 200, value: (row) => row.name },
  { key: 'username', title: 'User name', kind: 'text', width: 150, value: (row) => row.username },
  { key: 'email', title: 'Email', kind: 'text', width: 220, value: (row) => row.email },
  { key: 'role', title: 'Role', kind: 'text', width: 110, value: (row) => row.role },
  { key: 'institution', title: 'Institution', kind: 'text', width: 180, value: (row) => row.institution },
  {
    key: 'orcid_id',
    title: 'ORCID iD',
    kind: 'identifier',
    width: 180,
    isSortable: false,
    value: (row) => row.orcid_id,
  },
  {
    key: 'last_login_date',
    title: 'Last Login',
    kind: 'date',
    width: 120,
    value: (row) => row.last_login_date,
  },
  {
    key: 'date_registered',
    title: 'Date Registered',
    kind: 'date',
    width: 140,
    value: (row) => row.date_registered,
  },
  {
    key: 'tos_accepted',
    title: 'TOS Accepted',
    kind: 'text',
    width: 120,
    isSortable: false,
    value: (row) => (row.tos_accepted ? 'Yes' : 'No'),
  },
];

const NEW_ROLES = ['admin', 'LAB', 'REVIEWER', 'RU'] as const;

interface UserGridProps {
  list: 'all' | 'lab' | 'registered' | 'whitelist';
}

/** One list of people; one's own row cannot be acted on. */
export function UserGrid({ list }: UserGridProps) {
  const { query, pagingOf } = useAddressGrid(listUsers.query);
  const users = useListUsers({ ...query, list });
  const remove = useRemoveUser();
  const updateRole = useUpdateRole();

  function actionsOf(row: UserRow): RowAction[] {
    const refusal = row.is_current_user ? 'This is your own account.' : null;
    const roles = row.is_whitelist ? [] : NEW_ROLES.filter((role) => role !== row.role);
    return [
      ...roles.map((role) => ({
        label: `Change role to ${role}`,
        refusal,
        run: () => updateRole.mutate({ id: row.id, role }),
      })),
      {
        label: 'Remove user',
        refusal,
        isDestructive: true,
        run: () =>
          confirmDelete({ kind: 'user', name: row.name, isFinal: true, run: () => remove.mutate(row) }),
      },
    ];
  }

  return (
    <DataGrid
      name={`users-${list}`}
      caption="Users"
      columns={COLUMNS}
      rows={users.data?.results}
      server={pagingOf(users.data?.total)}
      failure={failureOf(users)}
      rowKey={(row) => `${row.is_whitelist}-${row.id}`}
      rowName={(row) => row.name}
      actions={actionsOf}
    />
  );
}
