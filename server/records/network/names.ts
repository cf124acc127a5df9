/** What modules are called in titles. */
import type { RawBuilder } from 'kysely';
import { sql } from '../../base/postgres/database.ts';

/** The module `m` by its colour and its theme, if it has one, as `moduleLabel` writes it. */
export const MODULE_LABEL: RawBuilder<string> = sql`concat_ws(' · ', m.name, m.theme)`;

/** The module `m` and its network. */
export function moduleTitle(network: 'n' | 'w'): RawBuilder<string> {
  return sql`${MODULE_LABEL} || ' of ' || ${sql.ref(`${network}.name`)}`;
}
