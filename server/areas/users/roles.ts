/** Permissions of roles and their changes. Writes role_permission, which area sign-in fills at the first start. */
import {
  getRolePermissions,
  listPermissionChanges,
  listRolePermissions,
  updatePermissionsOfRoles,
  updateRolePermissions,
} from '@omicon/contract/areas/people/users.ts';
import {
  listDefaultPermissions,
  listKeptPermissions,
  mayHold,
  PERMISSION_CODES,
  type PermissionCode,
  ROLES,
  type Role,
} from '@omicon/domain/permissions/permissions.ts';
import { personTopic } from '../../base/connections/sockets.ts';
import { PortalError } from '../../base/errors.ts';
import { type Context, type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import { notifyTopics } from '../../base/postgres/events.ts';
import { toPage } from '../../records/lists/replies.ts';
import { listPermissions } from '../../records/person/people.ts';
import * as statements from './sql-roles.ts';

const KNOWN: ReadonlyMap<string, PermissionCode> = new Map(PERMISSION_CODES.map((code) => [code, code]));

function refuse(start: string, codes: readonly string[]): void {
  if (codes.length > 0) throw new PortalError('invalid_input', `${start}: ${codes.join(', ')}.`);
}

/** @throws PortalError 400 with the codes that do not exist, that the role may not have, or that it must keep */
function parseCodes(role: Role, names: readonly string[]): ReadonlySet<PermissionCode> {
  const codes = new Set<PermissionCode>();
  const unknown = new Set<string>();
  for (const name of names) {
    const code = KNOWN.get(name);
    if (code === undefined) unknown.add(name);
    else codes.add(code);
  }
  refuse('There are no such permissions', [...unknown]);
  refuse(
    `The role ${role} may not hold`,
    [...codes].filter((code) => !mayHold(role, code)),
  );
  refuse(
    `The role ${role} keeps`,
    listKeptPermissions(role).filter((code) => !codes.has(code)),
  );
  return codes;
}

/** Leaves out codes that no longer exist in the product. */
async function describeRole(db: Db, role: Role) {
  const held = new Set(await listPermissions(db, role));
  return {
    role,
    permissions: PERMISSION_CODES.filter((code) => held.has(code)),
    defaults: listDefaultPermissions(role),
  };
}

async function describeRoles(db: Db) {
  const roles = [];
  for (const role of ROLES) roles.push(await describeRole(db, role));
  return { roles };
}

/** Notes the change, if there is one, and tells the people of the role. */
async function setPermissions(
  { db, audit }: Pick<Context<typeof updateRolePermissions, Tx>, 'db' | 'audit'>,
  role: Role,
  permissions: readonly string[],
): Promise<void> {
  const codes = parseCodes(role, permissions);
  await statements.lockRolePermissions(db);
  const held = (await describeRole(db, role)).permissions;
  const added = [...codes].filter((code) => !held.includes(code));
  const removed = held.filter((code) => !codes.has(code));
  if (added.length > 0) await statements.grantPermissions(db, role, added);
  if (removed.length > 0) await statements.withdrawPermissions(db, role, removed);
  if (added.length + removed.length === 0) return;
  await audit({
    action: statements.ROLE_CHANGE,
    object_type: 'role',
    detail: { role, added: added.join(' '), removed: removed.join(' ') },
  });
  await notifyTopics(db, (await statements.listPeopleOfRole(db, role)).map(personTopic));
}

export const rolePermissionRoutes: Route[] = [
  serve(getRolePermissions, ({ db, params }) => describeRole(db, params.role)),

  serve(listRolePermissions, ({ db }) => describeRoles(db)),

  serveWrite(updateRolePermissions, async (context) => {
    const { role } = context.params;
    await setPermissions(context, role, context.body.permissions);
    return describeRole(context.db, role);
  }),

  serveWrite(updatePermissionsOfRoles, async (context) => {
    for (const role of ROLES) {
      const permissions = context.body.permissions[role];
      if (permissions !== undefined) await setPermissions(context, role, permissions);
    }
    return describeRoles(context.db);
  }),

  serve(listPermissionChanges, async ({ db, query }) => {
    const [rows, total] = await Promise.all([
      statements.listPermissionChanges(db, query),
      statements.countPermissionChanges(db),
    ]);
    const results = rows.map((row) => ({ ...row, happened_at: row.happened_at.toISOString() }));
    return toPage(results, total, query);
  }),
];
