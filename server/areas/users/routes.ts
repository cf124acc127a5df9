/**
 * People and roles: user lists, whitelist, removal, roles. Owns table whitelist_entry; writes person, session and
 * api_token of others.
 */
import {
  createWhitelistUser,
  deleteUser,
  deleteWhitelistUser,
  listUsers,
  restoreUser,
  type UserRow,
  updateRole,
} from '@omicon/contract/areas/people/users.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { personTopic } from '../../base/connections/sockets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Context, type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import { toPage } from '../../records/lists/replies.ts';
import { deleteSessions, setRole } from '../../records/person/people.ts';
import { rolePermissionRoutes } from './roles.ts';
import * as statements from './sql.ts';

function toUserRow(
  { last_login_at, created_at, removed_at, ...row }: statements.UserRow,
  { is_whitelist, caller }: { is_whitelist: boolean; caller: Principal },
): UserRow {
  return {
    ...row,
    last_login_date: last_login_at?.toISOString() ?? null,
    date_registered: created_at.toISOString(),
    removed_at: removed_at?.toISOString() ?? null,
    is_whitelist,
    is_current_user: !is_whitelist && row.id === caller.person_id,
  };
}

async function getMemberRow(tx: Tx, id: number): Promise<statements.Member> {
  const member = await statements.findMember(tx, id);
  if (!member) throw notFound('user');
  return member;
}

/**
 * Locks changes of members. An administrator may have been removed while the request waited for the lock, so the
 * permission is checked again.
 * @throws PortalError 403 for a removed administrator, 409 if no administrator would be left
 */
async function lockAdministrators(tx: Tx, principal: Principal): Promise<{ refuseLast(id: number): void }> {
  await statements.lockMembers(tx);
  const administrators = await statements.listAdministrators(tx);
  if (principal.role === 'admin' && !administrators.some((id) => id === principal.person_id))
    throw new PortalError('permission_denied', 'You are no longer an administrator.');
  return {
    refuseLast(id) {
      if (administrators.length === 1 && administrators[0] === id)
        throw new PortalError(
          'conflict',
          'This is the last administrator. Make somebody else an administrator first.',
        );
    },
  };
}

/** Deletes all sessions of the person, effective with the next request; open sockets close at commit. */
async function endSignIns(tx: Tx, person_id: number): Promise<void> {
  await deleteSessions(tx, person_id);
  await notifyTopic(tx, personTopic(person_id));
}

/** An account that the person may have by now stays; only removing the user ends it. */
async function takeOffWhitelist(
  { db, params, audit }: Pick<Context<typeof deleteUser, Tx>, 'db' | 'params' | 'audit'>,
  missing: 'user' | 'entry of the whitelist',
): Promise<{ detail: string }> {
  const entry = await statements.deleteWhitelistEntry(db, params.id);
  if (!entry) throw notFound(missing);
  await audit({
    action: 'take off whitelist',
    object_type: 'whitelist entry',
    object_number: params.id,
    detail: { email: entry.email },
  });
  return { detail: `${entry.name} is off the whitelist.` };
}

const whitelistRoutes: Route[] = [
  serveWrite(createWhitelistUser, async ({ db, principal, body, audit }) => {
    const { userName: name, email, availability: role } = body;
    const created = await statements.createWhitelistEntry(db, { name, email, added_by: principal.person_id });
    if (!created) throw new PortalError('conflict', `${email} is on the whitelist already.`);
    await audit({
      action: 'add to whitelist',
      object_type: 'whitelist entry',
      object_number: created.id,
      detail: { email },
    });
    const nothingYet = {
      first_name: null,
      last_name: null,
      username: null,
      institution: null,
      orcid_id: null,
      last_login_at: null,
      tos_accepted: false,
      removed_at: null,
      visibility: await statements.getRoleVisibility(db, role),
    };
    return toUserRow(
      { ...created, ...nothingYet, name, email, role },
      { is_whitelist: true, caller: principal },
    );
  }),

  serveWrite(deleteWhitelistUser, (context) => takeOffWhitelist(context, 'entry of the whitelist')),
];

export const userRoutes: Route[] = [
  serve(listUsers, async ({ db, principal, query }) => {
    const [rows, total] = await Promise.all([
      statements.listUsers(db, query),
      statements.countUsers(db, query),
    ]);
    const is_whitelist = query.list === 'whitelist';
    return toPage(
      rows.map((row) => toUserRow(row, { is_whitelist, caller: principal })),
      total,
      query,
    );
  }),

  ...whitelistRoutes,

  serveWrite(deleteUser, async ({ db, principal, params, audit }) => {
    const administrators = await lockAdministrators(db, principal);
    const member = await statements.findMember(db, params.id);
    if (!member) return takeOffWhitelist({ db, params, audit }, 'user');
    if (member.id === principal.person_id) throw new PortalError('conflict', 'You cannot remove yourself.');
    administrators.refuseLast(member.id);
    if (member.role === 'admin' && principal.role !== 'admin')
      throw new PortalError('permission_denied', 'Only an administrator removes an administrator.');
    await statements.removeMember(db, { id: member.id, removed_by: principal.person_id });
    await statements.deleteApiTokens(db, member.id);
    await endSignIns(db, member.id);
    await audit({
      action: 'remove user',
      object_type: 'person',
      object_number: member.id,
      detail: { role: member.role },
    });
    const mayReturn = member.email !== null && (await statements.isOnWhitelist(db, member.email));
    return {
      detail: `${member.name} is removed.${mayReturn ? ' Their address is still on the whitelist.' : ''}`,
    };
  }),

  serveWrite(restoreUser, async ({ db, principal, params, audit }) => {
    if (principal.role !== 'admin')
      throw new PortalError('permission_denied', 'Only an administrator restores users.');
    await lockAdministrators(db, principal);
    const member = await statements.findRemovedMember(db, params.id);
    if (!member) throw notFound('removed user');
    if (member.email !== null && (await statements.isAddressTaken(db, member.email)))
      throw new PortalError('conflict', `Another account has the address of ${member.name} now.`);
    await statements.restoreMember(db, member.id);
    await audit({
      action: 'restore user',
      object_type: 'person',
      object_number: member.id,
      detail: { role: member.role },
    });
    return { detail: `${member.name} is back. Their tokens for scripts are gone.` };
  }),

  // Tokens for scripts keep working with the rights of the new role; sessions end (SEC-16).
  serveWrite(updateRole, async ({ db, principal, params, body, audit }) => {
    const administrators = await lockAdministrators(db, principal);
    const member = await getMemberRow(db, params.id);
    if (member.role === body.role) return { detail: `${member.name} has the role ${body.role} already.` };
    administrators.refuseLast(member.id);
    await setRole(db, member.id, body.role);
    await endSignIns(db, member.id);
    await audit({
      action: 'change role',
      object_type: 'person',
      object_number: member.id,
      detail: { from: member.role, to: body.role },
    });
    return { detail: `${member.name} has the role ${body.role} now.` };
  }),

  ...rolePermissionRoutes,
];
