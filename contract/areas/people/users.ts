import { ROLES, VISIBILITIES } from '@omicon/domain/permissions/permissions.ts';
import { z } from 'zod';
import {
  detailReply,
  endpoint,
  idParams,
  listQuery,
  page,
  pageNumber,
  recordNumber,
  text,
} from '../../base/endpoint.ts';

/** `removed`: people who were removed within the last 30 days and can be restored. */
export const USER_LISTS = ['all', 'lab', 'registered', 'whitelist', 'removed'] as const;
export type UserList = (typeof USER_LISTS)[number];

/** A row of any user list; entries of the whitelist have no account yet. */
const userRow = z.object({
  id: z.int(),
  name: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  institution: z.string().nullable(),
  orcid_id: z.string().nullable(),
  role: z.enum(ROLES),
  last_login_date: z.string().nullable(),
  date_registered: z.string(),
  /** whether the current terms are accepted; shown as Yes or No */
  tos_accepted: z.boolean(),
  /** null except in the list of removed people */
  removed_at: z.string().nullable(),
  /** records visible to the person: also those of the laboratory, or public ones only */
  visibility: z.enum(VISIBILITIES),
  is_whitelist: z.boolean(),
  is_current_user: z.boolean(),
});
export type UserRow = z.output<typeof userRow>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user-management/',
  summary:
    'People with accounts, members of the laboratory, registered users, the whitelist, or recently removed people.',
  permission: 'USER_MANAGEMENT_LIST_VIEW',
  object: 'none',
  query: listQuery([
    'name',
    'username',
    'email',
    'role',
    'institution',
    'last_login_date',
    'date_registered',
  ]).extend({
    list: z.enum(USER_LISTS).default('all'),
  }),
  reply: page(userRow),
});

/** People on the whitelist may sign in by the institution's single sign-on and get the role LAB, never another. */
export const createWhitelistUser = endpoint({
  method: 'POST',
  path: '/api/whitelist-users/',
  summary: 'Add a person to the whitelist.',
  permission: 'USER_MANAGEMENT_CREATE',
  object: 'none',
  body: z.strictObject({
    userName: text(200).min(1, 'Enter name'),
    email: z
      .string()
      .max(254)
      .regex(/^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/, "You've entered an incorrect email address."),
    availability: z.literal('LAB', 'The role is LAB.').default('LAB'),
  }),
  status: 201,
  reply: userRow,
});

export const deleteWhitelistUser = endpoint({
  method: 'DELETE',
  path: '/api/whitelist-users/:id/',
  summary: 'Take a person off the whitelist.',
  permission: 'USER_MANAGEMENT_DELETE',
  object: 'none',
  params: idParams,
  reply: detailReply,
});

/**
 * Ends all sessions of the person at once. People cannot remove themselves. People and whitelist entries have distinct
 * numbers, so the number of an entry removes only that entry, never an account.
 */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user-management/:id/',
  summary: 'Remove a user, or take a person off the whitelist.',
  permission: 'USER_MANAGEMENT_DELETE',
  object: 'none',
  params: idParams,
  reply: detailReply,
});

/** Restores a person removed less than 30 days ago, without sessions and tokens. Administrators only. */
export const restoreUser = endpoint({
  method: 'POST',
  path: '/api/user-management/:id/restore/',
  summary: 'Restore a removed user.',
  permission: 'USER_MANAGEMENT_DELETE',
  object: 'none',
  params: idParams,
  reply: detailReply,
});

/** Takes effect with the next request; the last administrator keeps the role. */
export const updateRole = endpoint({
  method: 'PUT',
  path: '/api/user-management/:id/role/',
  summary: 'Change the role of a user.',
  permission: 'USER_MANAGEMENT_EDIT',
  object: 'none',
  params: z.object({ id: recordNumber }),
  body: z.strictObject({ role: z.enum(['admin', 'LAB', 'REVIEWER', 'RU']) }),
  reply: detailReply,
});

const rolePermissions = z.object({
  role: z.enum(ROLES),
  permissions: z.array(z.string()),
  /** defaults of a new installation, to show differences */
  defaults: z.array(z.string()),
});

export const listRolePermissions = endpoint({
  method: 'GET',
  path: '/api/roles/permissions/',
  summary: 'Permissions of every role.',
  permission: 'USER_MANAGEMENT_PERMISSIONS',
  object: 'none',
  reply: z.object({ roles: z.array(rolePermissions) }),
});

const codes = z.array(z.string().max(100)).max(500);

/** Roles that are not named stay as they are; if one set is refused, none is changed. */
export const updatePermissionsOfRoles = endpoint({
  method: 'PUT',
  path: '/api/roles/permissions/',
  summary: 'Set the permissions of several roles.',
  permission: 'USER_MANAGEMENT_PERMISSIONS',
  object: 'none',
  body: z.strictObject({ permissions: z.partialRecord(z.enum(ROLES), codes) }),
  reply: z.object({ roles: z.array(rolePermissions) }),
});

const roleParams = z.object({ role: z.enum(ROLES) });

export const getRolePermissions = endpoint({
  method: 'GET',
  path: '/api/roles/:role/permissions/',
  summary: 'Permissions of a role.',
  permission: 'USER_MANAGEMENT_PERMISSIONS',
  object: 'none',
  params: roleParams,
  reply: rolePermissions,
});

/** User management cannot be removed from administrators. */
export const updateRolePermissions = endpoint({
  method: 'PUT',
  path: '/api/roles/:role/permissions/',
  summary: 'Set the permissions of a role.',
  permission: 'USER_MANAGEMENT_PERMISSIONS',
  object: 'none',
  params: roleParams,
  body: z.strictObject({ permissions: codes }),
  reply: rolePermissions,
});

export const listPermissionChanges = endpoint({
  method: 'GET',
  path: '/api/roles/changes/',
  summary: 'Changes of roles, newest first.',
  permission: 'USER_MANAGEMENT_PERMISSIONS',
  object: 'none',
  query: z.object({
    page: pageNumber,
    page_size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: page(
    z.object({
      id: z.int(),
      happened_at: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      added: z.array(z.string()),
      removed: z.array(z.string()),
    }),
  ),
});
