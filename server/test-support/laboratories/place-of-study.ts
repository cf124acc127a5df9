import { type Db, sql } from '../../base/postgres/database.ts';

/** Where the modules of a study are. */
export interface Place {
  network: number;
  /** number of the module by name */
  modules: Map<string, number>;
  dataSet: number;
}

/** Numbers of the network of a study, of its modules in page order, and of its data set; 0 without such a network. */
export async function placeOfStudy(db: Db, study: string): Promise<Place> {
  const { rows } = await sql<{ network: number; module: number; name: string; data_set: number }>`
    select n.number as network, m.number as module, m.name, a.input_data_set_number as data_set
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where a.input_data_set like ${`${study}%`} order by m.page`.execute(db);
  return {
    network: rows[0]?.network ?? 0,
    modules: new Map(rows.map(({ name, module }) => [name, module])),
    dataSet: rows[0]?.data_set ?? 0,
  };
}

/** The first module of a study. */
export function firstModule({ modules }: Place): number {
  return [...modules.values()][0] ?? 0;
}
