import type { UserList, UserRow } from '@omicon/contract/areas/people/users.ts';
import { nameVisibility, ROLE_NAMES } from '@omicon/domain/permissions/permissions.ts';
import type { Column } from '../../ui/grid/columns.ts';

const NAME: Column<UserRow> = { key: 'name', title: 'Name', width: 200 };
const USERNAME: Column<UserRow> = { key: 'username', title: 'User name', width: 150 };
const EMAIL: Column<UserRow> = { key: 'email', title: 'Email', width: 220 };
const ROLE: Column<UserRow> = {
  key: 'role',
  title: 'Role',
  width: 130,
  value: (row) => ROLE_NAMES[row.role],
};
const TOS: Column<UserRow> = {
  key: 'tos_accepted',
  title: 'TOS Accepted',
  width: 130,
  isSortable: false,
  value: (row) => (row.tos_accepted ? 'Yes' : 'No'),
};
/** The data that a person can read in their current role. */
const VISIBILITY: Column<UserRow> = {
  key: 'visibility',
  title: 'Visibility',
  width: 110,
  isSortable: false,
  value: (row) => nameVisibility(row.visibility),
};

const REGISTERED: readonly Column<UserRow>[] = [
  NAME,
  USERNAME,
  EMAIL,
  ROLE,
  VISIBILITY,
  { key: 'institution', title: 'Institution', width: 180 },
  { key: 'orcid_id', title: 'ORCID iD', kind: 'identifier', width: 180, isSortable: false },
  { key: 'last_login_date', title: 'Last Login', kind: 'date', width: 120 },
  { key: 'date_registered', title: 'Date Registered', kind: 'date', width: 140 },
  TOS,
];

/** Columns of each list, from the specification. */
export const USER_COLUMNS: Record<UserList, readonly Column<UserRow>[]> = {
  all: REGISTERED,
  registered: REGISTERED,
  lab: [NAME, EMAIL, ROLE, TOS],
  whitelist: [NAME, EMAIL, VISIBILITY],
  removed: [
    NAME,
    USERNAME,
    EMAIL,
    ROLE,
    { key: 'removed_at', title: 'Removed', kind: 'date', width: 120, isSortable: false },
  ],
};
