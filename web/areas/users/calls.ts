import type { BodyInput, QueryInput } from '@omicon/contract/endpoint.ts';
import {
  createWhitelistUser,
  deleteUser,
  deleteWhitelistUser,
  getRolePermissions,
  listPermissionChanges,
  listUsers,
  restoreUser,
  type UserRow,
  updateRole,
  updateRolePermissions,
} from '@omicon/contract/users.ts';
import type { Role } from '@omicon/domain/permissions/permissions.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

const USERS = ['users'] as const;
const ROLES = ['roles'] as const;

export function useListUsers(query: QueryInput<typeof listUsers>) {
  return useQuery({
    queryKey: [...USERS, query],
    queryFn: ({ signal }) => callEndpoint(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Takes a person off the whitelist, or ends an account. */
export function useRemoveUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, is_whitelist }: Pick<UserRow, 'id' | 'is_whitelist'>) =>
      callEndpoint(is_whitelist ? deleteWhitelistUser : deleteUser, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS }),
  });
}

/** Brings an account back, or writes an entry of the whitelist again. */
export function useRestoreUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (row: Pick<UserRow, 'id' | 'is_whitelist' | 'name' | 'email'>) => {
      if (row.is_whitelist)
        await callEndpoint(createWhitelistUser, { body: { userName: row.name, email: row.email ?? '' } });
      else await callEndpoint(restoreUser, { params: { id: row.id } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS }),
  });
}

export function useUpdateRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, role }: { id: number } & BodyInput<typeof updateRole>) =>
      callEndpoint(updateRole, { params: { id }, body: { role } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS }),
  });
}

export function useCreateWhitelistUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createWhitelistUser>) => callEndpoint(createWhitelistUser, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS }),
  });
}

export function useGetRolePermissions(role: Role) {
  return useQuery({
    queryKey: [...ROLES, role],
    queryFn: ({ signal }) => callEndpoint(getRolePermissions, { params: { role }, signal }),
  });
}

export function useUpdateRolePermissions(role: Role) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (permissions: string[]) =>
      callEndpoint(updateRolePermissions, { params: { role }, body: { permissions } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ROLES }),
  });
}

export function useListPermissionChanges(query: QueryInput<typeof listPermissionChanges>) {
  return useQuery({
    queryKey: [...ROLES, 'changes', query],
    queryFn: ({ signal }) => callEndpoint(listPermissionChanges, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
