/** The computed kME table next to imported files. */
import { getCovariationNetwork } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aLaboratory } from '../../test-support/intake.ts';
import { pathsOf, smallLaboratory, withChange } from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sha256 } from '../../test-support/uploads.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

interface StoredTable {
  id: number;
  name: string;
  sha256: string;
  is_derived: boolean;
}

async function listTables(): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select id, name, encode(sha256, 'hex') as sha256, is_derived from file where name like '%_complete%' order by name`.execute(
    portal.services.db,
  );
  return rows;
}

test('an imported file with the name of the computed table is not changed', async () => {
  const { kmeTable } = pathsOf();
  const own = Buffer.from('packed by the laboratory itself');
  const shortened = withChange(smallLaboratory(), kmeTable, (text) =>
    text
      .split('\n')
      .map((line) => line.split(',').slice(0, 9).join(','))
      .join('\n'),
  );
  const name = 'kME_table_22-56-13_complete';
  const files = { ...shortened, [`${pathsOf().network}/${name}.csv.gz`]: own };
  await aLaboratory(portal, { files, visibility: 'public' });
  await portal.runJobs();
  const tables = await listTables();
  expect(tables.map((table) => [table.name, table.is_derived])).toEqual([
    [`${name}.csv.gz`, false],
    [`${name}_2.csv.gz`, true],
  ]);
  expect(tables[0]?.sha256).toBe(sha256(own));
  const network = await portal.services.db
    .selectFrom('covariation_network')
    .select(['id', 'number', 'kme_table_file_id'])
    .executeTakeFirstOrThrow();
  expect(network.kme_table_file_id).toBe(tables[1]?.id);
  const member = await portal.signInAs('LAB');
  const { reply } = await portal.call(getCovariationNetwork, { as: member, params: { id: network.number } });
  expect(reply.kme_table?.name).toBe(`${name}_2.csv.gz`);
});
