import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../access/who-may-read.ts';

export interface EigengeneRow {
  number: number;
  name: string;
  theme: string | null;
  /** one value per sample of the network, f64 */
  eigengene: Buffer;
  sample_labels: string[];
  input_data_set_number: number;
}

const MODULE = sql`m.number, m.name, m.theme, m.eigengene, n.sample_labels, a.input_data_set_number`;

/** A module of a readable current analysis. Index covariation_module_number. */
export async function findEigengene(
  db: Db,
  principal: Principal,
  number: number,
): Promise<EigengeneRow | undefined> {
  const { rows } = await sql<EigengeneRow>`
    select ${MODULE} from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where m.number = ${number} and ${readableNow(principal, 'a')}`.execute(db);
  return rows[0];
}

/** Modules of a network of a readable current analysis, in page order. Index covariation_network_number. */
export async function listEigengenes(db: Db, principal: Principal, network: number): Promise<EigengeneRow[]> {
  const { rows } = await sql<EigengeneRow>`
    select ${MODULE} from covariation_network n join covariation_module m on m.covariation_network_id = n.id
      join analysis a on a.id = n.analysis_id
     where n.number = ${network} and ${readableNow(principal, 'a')}
     order by m.page`.execute(db);
  return rows;
}
