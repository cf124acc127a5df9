/** Conditions on `person p`. */
import type { SqlBool } from 'kysely';
import { sql } from '../postgres/database.ts';

/** Neither removed nor expired. */
export const HAS_ACCESS = sql<SqlBool>`p.removed_at is null and (p.expires_at is null or p.expires_at > now())`;

/** Permissions of the role, as an array. Table role_permission, primary key. */
export const PERMISSIONS = sql<
  string[]
>`array(select rp.permission from role_permission rp where rp.role = p.role)`;
