import {
  createWhitelistUser,
  deleteUser,
  deleteWhitelistUser,
  listUsers,
  restoreUser,
  type UserRow,
} from '@omicon/contract/areas/people/users.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import { useChangeBy } from '../../base/calls/use-endpoint.ts';

/** Removes a person from the whitelist, or deactivates an account. */
export function useRemoveUser() {
  return useChangeBy(
    ({ id, is_whitelist }: Pick<UserRow, 'id' | 'is_whitelist'>) =>
      callEndpoint(is_whitelist ? deleteWhitelistUser : deleteUser, { params: { id } }),
    { refreshes: [listUsers] },
  );
}

/** Reactivates an account, or restores an entry of the whitelist. */
export function useRestoreUser() {
  return useChangeBy(
    async (row: Pick<UserRow, 'id' | 'is_whitelist' | 'name' | 'email'>) => {
      if (row.is_whitelist)
        await callEndpoint(createWhitelistUser, { body: { userName: row.name, email: row.email ?? '' } });
      else await callEndpoint(restoreUser, { params: { id: row.id } });
    },
    { refreshes: [listUsers] },
  );
}
