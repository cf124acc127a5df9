/** Permissions of roles and their changes. Writes role_permission, which area sign-in fills at the first start. */
import {
  getRolePermissions,
  listPermissionChanges,
  updateRolePermissions,
} from '@omicon/contract/areas/people/users.ts';
import {
  listDefaultPermissions,
  listKeptPermissions,
  mayHold,
  PERMISSION_CODES,
  type PermissionCode,
  type Role,
} from '@omicon/domain/permissions/permissions.ts';
import { personTopic } from '../../base/connections/sockets.ts';
import { PortalError } from '../../base/errors.ts';
import { type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
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

export const rolePermissionRoutes: Route[] = [
  serve(getRolePermissions, ({ db, params }) => describeRole(db, params.role)),

  serveWrite(updateRolePermissions, async ({ db, params: { role }, body, audit }) => {
    const codes = parseCodes(role, body.permissions);
    await statements.lockRolePermissions(db);
    const held = (await describeRole(db, role)).permissions;
    const added = [...codes].filter((code) => !held.includes(code));
    const removed = held.filter((code) => !codes.has(code));
    if (added.length > 0) await statements.grantPermissions(db, role, added);
    if (removed.length > 0) await statements.withdrawPermissions(db, role, removed);
    if (added.length + removed.length > 0) {
      await audit({
        action: statements.ROLE_CHANGE,
        object_type: 'role',
        detail: { role, added: added.join(' '), removed: removed.join(' ') },
      });
      await notifyTopics(db, (await statements.listPeopleOfRole(db, role)).map(personTopic));
    }
    return describeRole(db, role);
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
