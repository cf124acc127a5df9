/** Who can cite what, at which version, and with what its collection says of itself. */
import { citeList, citeRecord } from '@omicon/contract/areas/citations.ts';
import { RECORD_TYPES, type RecordType } from '@omicon/domain/records/record-kinds.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { aMetaModule } from '../../test-support/laboratories/a-meta-module.ts';
import { aCellTypeReference } from '../../test-support/laboratories/cell-types.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let open: LaboratoryNumbers;
let lab: LaboratoryNumbers;
let parts: Record<RecordType, number>;
let guest: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  open = await aLaboratory(portal, { visibility: 'public' });
  lab = await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'private' });
  guest = await portal.signInAs('GU');
  const { rows } = await sql<{ network: number; module: number; set: number }>`
    select n.number as network, m.number as module, (select min(number) from gene_set) as set
      from covariation_network n join covariation_module m on m.covariation_network_id = n.id
      join analysis a on a.id = n.analysis_id
     where a.number = ${open.analysis} and m.page = 1`.execute(portal.services.db);
  const { network = 0, module = 0, set = 0 } = rows[0] ?? {};
  parts = {
    ...{ dc: open.collection, ds: open.loaded, project: open.analysis, 'covariation-network': network },
    'covariation-module': module,
    'meta-module': await aMetaModule(portal.services.db, { audiences: ['public'], module }),
    'gene-set': set,
    'cell-type-reference': await aCellTypeReference(portal, { visibility: 'public' }),
  };
});
afterAll(() => portal.close());

const cite = async (entity_type: RecordType, id: number, version?: number) =>
  (
    await portal.call(citeRecord, {
      as: guest,
      params: { entity_type, id },
      query: version === undefined ? {} : { version },
    })
  ).reply;

describe('a record', () => {
  test.each(RECORD_TYPES)(
    'of kind %s is cited by its title, Omicon ID and an address that opens it',
    async (type) => {
      const { text, bibtex, ris, csl } = await cite(type, parts[type]);
      expect(String(csl.number)).toMatch(new RegExp(`^OM\\.[A-Z]+\\.${parts[type]}(\\.V1)?$`));
      expect(text).toContain(String(csl.title));
      expect(text).toContain(String(csl.URL));
      expect(String(csl.URL)).toMatch(/^http:\/\/localhost:\d+\/home\//);
      expect(bibtex).toMatch(/^@misc\{OM/);
      expect(ris).toMatch(/^TY {2}- DATA\n(.*\n)+ER {2}-$/);
    },
  );

  test('has the requested version in its ID and address; an unknown version is refused', async () => {
    const { csl } = await cite('ds', open.loaded, 1);
    expect([csl.number, csl.version]).toEqual([`OM.DS.${open.loaded}.V1`, '1']);
    expect(new URL(String(csl.URL)).searchParams.get('versions')).toBe('1');
    await expect(cite('ds', open.loaded, 7)).rejects.toThrow('There is no such data set');
  });

  test('has DOI, publication and license of its collection, as its data sets do', async () => {
    const attributes = JSON.stringify([
      ['PubMed ID', '16530701'],
      ['DOI', 'https://doi.org/10.5555/abc_1'],
      ['Publication', 'Cell 2006;9:157.'],
      ['License', 'CC BY 4.0'],
    ]);
    await sql`update data_collection set attributes = ${attributes} where number = ${open.collection}`.execute(
      portal.services.db,
    );
    for (const { text, csl } of [await cite('dc', open.collection), await cite('ds', open.loaded)]) {
      expect(csl.DOI).toBe('10.5555/abc_1');
      expect(text).toContain('https://doi.org/10.5555/abc_1. ');
      expect(text).toMatch(/ Published in Cell 2006;9:157\. PubMed 16530701\. License: CC BY 4\.0\.$/);
    }
  });

  test('of the laboratory does not exist for a guest', async () => {
    for (const [type, id] of [
      ['dc', lab.collection],
      ['ds', lab.loaded],
      ['project', lab.analysis],
    ] as const)
      await expect(cite(type, id)).rejects.toThrow('There is no such');
  });
});

describe('a list', () => {
  const listOf = (body: object) =>
    portal.ask(citeList, { as: guest, body: { title: 'Modules with AIF1', ...body } });

  test('is cited by its address, its rows and the day', async () => {
    const { reply } = await portal.call(citeList, {
      as: guest,
      body: { title: 'Modules with AIF1', address: '/home/consensus?modules=1,2', rows: 1200 },
    });
    expect(reply.text).toMatch(
      /^Modules with AIF1 \[List omicon-list-\d{4}-\d\d-\d\d\]\. .* Accessed .*\. It had 1,200 rows that day\.$/,
    );
    expect(String(reply.csl.URL)).toMatch(/^http:\/\/localhost:\d+\/home\/consensus\?modules=1,2$/);
  });

  test('of another place cannot be cited', async () => {
    for (const address of ['https://example.org/', '//example.org', '/\\example.org', 'home'])
      expect((await listOf({ address })).status).toBe(400);
  });
});
