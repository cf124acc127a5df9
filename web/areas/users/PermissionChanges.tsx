import { listPermissionChanges } from '@omicon/contract/areas/people/users.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { ROLE_NAMES } from '@omicon/domain/permissions/permissions.ts';
import { useState } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';

type Change = ReplyOf<typeof listPermissionChanges>['results'][number];

const COLUMNS: readonly Column<Change>[] = [
  { key: 'happened_at', title: 'When', kind: 'time', width: 150, isSortable: false },
  { key: 'name', title: 'Who', width: 180, isSortable: false },
  { key: 'role', title: 'Role', width: 130, isSortable: false, value: (row) => ROLE_NAMES[row.role] },
  { key: 'added', title: 'Added', width: 320, isSortable: false, value: (row) => row.added.join(', ') },
  { key: 'removed', title: 'Removed', width: 320, isSortable: false, value: (row) => row.removed.join(', ') },
];

/** Log of permission changes, newest first. */
export function PermissionChanges() {
  const [paging, setPaging] = useState({ page: 1, pageSize: 20 });
  const changes = useEndpoint(listPermissionChanges, {
    query: { page: paging.page, page_size: paging.pageSize },
  });
  return (
    <DataGrid
      name="permission-changes"
      caption="Changes of permissions"
      columns={COLUMNS}
      rows={changes.data?.results}
      isFilterable={false}
      server={{
        total: changes.data?.total ?? 0,
        view: { ...paging, sorting: { key: 'happened_at', order: 'desc' }, search: '' },
        onChange: ({ page, pageSize }) =>
          setPaging((now) => ({ page: page ?? now.page, pageSize: pageSize ?? now.pageSize })),
      }}
      failure={failureOf(changes)}
      rowKey={(row) => String(row.id)}
      rowName={(row) => `${ROLE_NAMES[row.role]} by ${row.name}`}
      emptyHint="Nobody has changed the permissions of a role yet."
    />
  );
}
