/** Grants of a new installation, and of permissions that are new since the last start. */
import { listDefaultPermissions, PERMISSION_CODES, ROLES } from '@omicon/domain/permissions/permissions.ts';
import { type Database, sql } from '../../base/postgres/database.ts';

/**
 * New permissions get their default roles; changes by administrators are kept. Writes role_permission,
 * known_permission.
 */
export async function grantNewPermissions(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table known_permission in exclusive mode`.execute(tx);
    const known = new Set(
      (await tx.selectFrom('known_permission').select('permission').execute()).map((row) => row.permission),
    );
    const added = PERMISSION_CODES.filter((code) => !known.has(code));
    if (added.length === 0) return;
    const grants = ROLES.flatMap((role) =>
      listDefaultPermissions(role)
        .filter((permission) => added.includes(permission))
        .map((permission) => ({ role, permission })),
    );
    await tx
      .insertInto('role_permission')
      .values(grants)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto('known_permission')
      .values(added.map((permission) => ({ permission })))
      .execute();
  });
}
