import type { Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';

/** Lock for maintaining segments and mappings; imports only add. */
export async function lockIndex(tx: Tx): Promise<void> {
  await lockInTransaction(tx, 'search index');
}
