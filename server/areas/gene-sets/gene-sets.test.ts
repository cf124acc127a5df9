/** Gene sets: creation, repair, edits, deletion, export, permissions, and enriched modules. */
import {
  checkGenes,
  createGeneSets,
  deleteGeneSet,
  exportGeneSets,
  getGeneSet,
  listEnrichedModules,
  listGeneSetCategories,
  listGeneSets,
  listGenes,
  restoreGeneSet,
  updateGeneSet,
} from '@omicon/contract/areas/genes/gene-sets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { aLaboratory, takeIn } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const TABLES = 'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL';
const ALIASES =
  'SYMBOL,ALIAS\nPOU5F1,OCT4\nSEPTIN2,SEPT2\nGCSH,NKH\nGLDC,NKH\nMARCHF1,MARCH1\nMTARC1,MARC1\n';
const FIELDS = {
  setName: 'SMITH_ASTROCYTES',
  category: 'CellType',
  species: 'Homo sapiens',
  description: 'Genes of astrocytes.',
};
const LIST = { name: 'genes.txt', content: 'GFAP\nOCT4\n2-Sep\n1-Mar\nNKH\nLOC1\ngfap\n' };

let portal: TestPortal;
let lab: Caller;
let otherLab: Caller;
let admin: Caller;
let guest: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  await aLaboratory(portal, { visibility: 'private' });
  const entrez =
    'SYMBOL,ENTREZID\nGFAP,2670\nPOU5F1,5460\nSEPTIN2,4735\nMARCHF1,55016\nMTARC1,64757\nGCSH,2653\nGLDC,2731\n';
  const report = await takeIn(portal, {
    [`${TABLES}_ALIAS.csv`]: ALIASES,
    [`${TABLES}_ENTREZID.csv`]: entrez,
  });
  expect(report.faults).toEqual([]);
  lab = await portal.signInAs('LAB', { first_name: 'Rita', last_name: 'Levi' });
  otherLab = await portal.signInAs('LAB');
  admin = await portal.signInAs('admin');
  guest = await portal.signInAs('GU');
});
afterAll(() => portal.close());

async function aGeneSet(fields: Partial<typeof FIELDS> = {}, as = lab) {
  const { reply } = await portal.call(createGeneSets, { as, body: { ...FIELDS, ...fields, file: LIST } });
  const [set] = reply.results;
  if (!set) throw new Error('No gene set was made.');
  return set;
}

async function genesOf(id: number, version?: number): Promise<string[]> {
  const query = { page_size: 100, ...(version === undefined ? {} : { version }) };
  const { reply } = await portal.call(listGenes, { as: guest, params: { id }, query });
  return reply.results.map(({ gene }) => gene);
}

describe('a file of genes', () => {
  test('gets a report before anything is stored', async () => {
    const before = (await portal.call(listGeneSets, { as: lab })).reply.total;
    const { reply } = await portal.call(checkGenes, {
      as: lab,
      body: { species: 'Homo sapiens', file: LIST },
    });
    expect(reply).toEqual({
      table: 'Homo_sapiens_SYMBOL_ALIAS',
      results: [
        {
          name: null,
          description: null,
          genes: 7,
          note: null,
          official: 2,
          cleaned: [],
          mapped: [{ from: 'OCT4', to: 'POU5F1' }],
          dates: [{ from: '2-Sep', to: 'SEPTIN2' }],
          ambiguous: [
            { from: '1-Mar', candidates: ['MARCHF1', 'MTARC1'] },
            { from: 'NKH', candidates: ['GCSH', 'GLDC'] },
          ],
          unknown: ['LOC1'],
          repeated: 1,
        },
      ],
    });
    expect((await portal.call(listGeneSets, { as: lab })).reply.total).toBe(before);
  });

  test('of a species without tables stays unchanged, and the report says so', async () => {
    const body = { species: 'Mus musculus', file: LIST };
    const { reply } = await portal.call(checkGenes, { as: lab, body });
    expect(reply.table).toBeNull();
    expect(reply.results[0]?.unknown).toHaveLength(7);
  });

  test.each([
    ['genes.csv', 'Gene,logFC\nGFAP,2.1\n"AQP4",1.0\n', ['GFAP', 'AQP4']],
    ['genes.txt', 'Symbol\r\nGFAP\r\n\r\nAQP4 /// AQP5\r\n---\r\n', ['GFAP', 'AQP4', 'AQP5']],
    ['one-line.txt', 'GFAP,AQP4,AQP5', ['GFAP', 'AQP4', 'AQP5']],
    ['mixed.txt', 'GFAP, AQP4; AQP5 "SOX9"', ['GFAP', 'AQP4', 'AQP5', 'SOX9']],
    ['blanks.txt', 'GFAP AQP4 “AQP5”', ['GFAP', 'AQP4', 'AQP5']],
    ['from-r.csv', '"","x"\n"1","GFAP"\n"9","AQP4"\n', ['GFAP', 'AQP4']],
    ['unseen.txt', 'GF\u200BAP\nAQP4*\nHLA–DRA\n', ['GFAP', 'AQP4', 'HLA-DRA']],
  ])('%s gives its genes without title', async (name, content, genes) => {
    const body = { ...FIELDS, file: { name, content }, repair: false };
    const { reply } = await portal.call(createGeneSets, { as: lab, body });
    expect(await genesOf(reply.results[0]?.id ?? 0)).toEqual(genes);
  });

  test.each([
    [{ name: 'empty.txt', content: '' }, /The file is empty\./],
    [{ name: 'none.txt', content: '---\n\n' }, /The file contains no genes\./],
    [{ name: 'bad.gmt', content: 'A\td\tIDH1\nA\td\tIDH2\n' }, /^Line 2: The set "A" appears twice\./],
    [{ name: 'bad.gmt', content: 'only a name\n' }, /^Line 1: A line has a name, a description and genes/],
  ])('%j is refused with what is wrong', async (file, sentence) => {
    const answer = await portal.call(createGeneSets, { as: lab, body: { ...FIELDS, file } });
    expect(answer.status).toBe(400);
    expect(answer.refusal.fields?.file).toMatch(sentence);
  });
});

describe('a new gene set', () => {
  test('has official symbols, the name of its author and a permanent id', async () => {
    const set = await aGeneSet();
    expect(set).toMatchObject({
      omicon_id: `OM.GS.${set.id}`,
      set_id: `OMSET${set.id}`,
      name: 'SMITH_ASTROCYTES',
      size: 6,
      uploaded_by: 'Rita Levi',
      version: 1,
    });
    expect(await genesOf(set.id)).toEqual(['GFAP', 'POU5F1', 'SEPTIN2', '1-Mar', 'NKH', 'LOC1']);
    await portal.call(deleteGeneSet, { as: lab, params: { id: set.id } });
    expect((await aGeneSet()).set_id).not.toBe(set.set_id);
  });

  test('is created for each line of a GMT file, with its name', async () => {
    const content = 'ZEISEL_MICROGLIA\tBrain cells\tAIF1\tCD68\nZEISEL_ASTROCYTES\t\tGFAP\tAQP4\tOCT4\n';
    const body = { ...FIELDS, file: { name: 'zeisel.gmt', content } };
    const { reply } = await portal.call(createGeneSets, { as: lab, body });
    expect(reply.results.map(({ name, description, size }) => [name, description, size])).toEqual([
      ['ZEISEL_MICROGLIA', 'Brain cells', 2],
      ['ZEISEL_ASTROCYTES', 'Genes of astrocytes.', 3],
    ]);
    expect(await genesOf(reply.results[1]?.id ?? 0)).toEqual(['GFAP', 'AQP4', 'POU5F1']);
  });

  test.each([
    ['setName', '', 'Enter set name'],
    ['category', ' ', 'Enter category'],
    ['species', '', 'Enter species'],
    ['description', '', 'Enter description'],
    ['setSize', '12a', 'Please enter a valid number'],
    ['pubMedId', 'PMID1', 'Please enter a valid number'],
  ])('needs %s, not %j', async (field, value, sentence) => {
    const body = { ...FIELDS, file: LIST, [field]: value };
    const answer = await portal.ask(createGeneSets, { as: lab, body });
    expect(answer.status).toBe(400);
    expect(answer.refusal.fields).toEqual({ [field]: sentence });
  });

  test('with category or species "other" requires its name', async () => {
    const body = {
      ...FIELDS,
      category: 'Other(Please specify)',
      species: 'Other(Please specify)',
      file: LIST,
    };
    const refused = await portal.call(createGeneSets, { as: lab, body });
    expect(refused.refusal.fields).toEqual({
      otherCategory: 'Enter other category',
      otherSpecies: 'Enter other species',
    });
    const given = { ...body, otherCategory: 'Metabolism', otherSpecies: 'Sus scrofa' };
    const { reply } = await portal.call(createGeneSets, { as: lab, body: given });
    expect(reply.results[0]).toMatchObject({ category: 'Metabolism', species: 'Sus scrofa' });
    const choices = (await portal.call(listGeneSetCategories, { as: guest })).reply.results;
    expect(choices).toContain('Metabolism');
    expect(choices.at(-1)).toBe('Other(Please specify)');
  });
});

describe('an edit', () => {
  test('stores the previous content as an earlier version', async () => {
    const { id } = await aGeneSet();
    const file = { name: 'new.txt', content: 'AQP4\n' };
    const body = { ...FIELDS, setName: 'SMITH_ASTROCYTES_2', version: 1, file };
    const { reply } = await portal.call(updateGeneSet, { as: lab, params: { id }, body });
    expect(reply).toMatchObject({ name: 'SMITH_ASTROCYTES_2', version: 2, size: 1 });
    expect(await genesOf(id)).toEqual(['AQP4']);
    expect(await genesOf(id, 1)).toHaveLength(6);
    const earlier = await portal.call(getGeneSet, { as: guest, params: { id }, query: { version: 1 } });
    expect(earlier.reply).toMatchObject({ name: 'SMITH_ASTROCYTES', version: 1, number_of_genes: 6 });
    expect(earlier.reply.versions.map(({ version, is_current }) => [version, is_current])).toEqual([
      [2, true],
      [1, false],
    ]);
    const never = await portal.call(getGeneSet, { as: guest, params: { id }, query: { version: 3 } });
    expect(never.status).toBe(404);
  });

  test('based on an old version is refused, and of concurrent edits one succeeds', async () => {
    const { id } = await aGeneSet();
    const edits = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        portal.call(updateGeneSet, {
          as: lab,
          params: { id },
          body: { ...FIELDS, setName: `EDIT_${index}`, version: 1 },
        }),
      ),
    );
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    const refused = edits.find(({ status }) => status === 409);
    expect(refused?.refusal.detail).toContain('it is at version 2 now, and you began with version 1');
    expect((await portal.call(getGeneSet, { as: lab, params: { id } })).reply.version).toBe(2);
  });

  test('by a file of several sets is refused', async () => {
    const { id } = await aGeneSet();
    const file = { name: 'two.gmt', content: 'A\td\tIDH1\nB\td\tIDH2\n' };
    const answer = await portal.call(updateGeneSet, {
      as: lab,
      params: { id },
      body: { ...FIELDS, version: 1, file },
    });
    expect(answer.refusal.detail).toBe(
      'This file holds 2 sets; one gene set is replaced by a file of one set.',
    );
  });
});

describe('deleting', () => {
  test('hides a set until it is restored', async () => {
    const { id } = await aGeneSet();
    expect((await portal.call(deleteGeneSet, { as: lab, params: { id } })).status).toBe(200);
    expect((await portal.call(getGeneSet, { as: lab, params: { id } })).status).toBe(404);
    expect((await portal.call(listGenes, { as: lab, params: { id } })).status).toBe(404);
    expect((await portal.call(deleteGeneSet, { as: lab, params: { id } })).status).toBe(404);
    expect((await portal.call(restoreGeneSet, { as: otherLab, params: { id } })).status).toBe(404);
    await portal.call(restoreGeneSet, { as: lab, params: { id } });
    expect(await genesOf(id)).toHaveLength(6);
    expect((await portal.call(restoreGeneSet, { as: lab, params: { id } })).status).toBe(404);
  });

  test('is final after thirty days', async () => {
    const { id, name } = await aGeneSet();
    const { db } = portal.services;
    await portal.call(deleteGeneSet, { as: lab, params: { id } });
    await sql`update gene_set set deleted_at = now() - interval '30 days 1 minute' where number = ${id}`.execute(
      db,
    );
    const late = await portal.call(restoreGeneSet, { as: lab, params: { id } });
    expect([late.status, late.refusal.detail]).toEqual([
      409,
      `${name} was deleted more than 30 days ago and cannot be restored any more.`,
    ]);
    expect((await portal.call(getGeneSet, { as: lab, params: { id } })).status).toBe(404);
    await sql`update gene_set set deleted_at = now() - interval '29 days 23 hours' where number = ${id}`.execute(
      db,
    );
    expect((await portal.call(restoreGeneSet, { as: lab, params: { id } })).status).toBe(200);
  });

  test('an older version than the stored one is refused', async () => {
    const { id } = await aGeneSet();
    await portal.call(updateGeneSet, { as: lab, params: { id }, body: { ...FIELDS, version: 1 } });
    const stale = await portal.call(deleteGeneSet, { as: lab, params: { id }, query: { version: 1 } });
    expect(stale.status).toBe(409);
  });
});

describe('another person', () => {
  test.each(['LAB', 'RU', 'REVIEWER', 'GU'] as const)(
    'with role %s changes no set of somebody else',
    async (role) => {
      const { id } = await aGeneSet();
      const as = await portal.signInAs(role);
      const edit = await portal.call(updateGeneSet, { as, params: { id }, body: { ...FIELDS, version: 1 } });
      expect(edit.status).toBe(403);
      expect((await portal.call(deleteGeneSet, { as, params: { id } })).status).toBe(403);
      const seen = await portal.call(getGeneSet, { as, params: { id } });
      expect(seen.reply).toMatchObject({ editable: false, deletable: false, version: 1 });
    },
  );

  test('may do so as administrator', async () => {
    const { id } = await aGeneSet();
    const edit = await portal.call(updateGeneSet, {
      as: admin,
      params: { id },
      body: { ...FIELDS, version: 1 },
    });
    expect(edit.reply.uploaded_by).toBe('Rita Levi');
    expect((await portal.call(deleteGeneSet, { as: admin, params: { id } })).status).toBe(200);
  });

  test('an imported set has no owner', async () => {
    const { results } = (await portal.call(listGeneSets, { as: lab, query: { search: 'PANGLAO' } })).reply;
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ editable, deletable }) => !editable && !deletable)).toBe(true);
  });
});

describe('enriched modules of a set', () => {
  async function enrichedSet(): Promise<{ id: number; rows: number }> {
    const { rows } = await sql<{ id: number; rows: number }>`
      select s.id, count(*)::int as rows from module_enrichment e cross join unnest(public.unpack_u32(e.gene_sets)) s(id)
       group by s.id order by 2 desc, 1 limit 1`.execute(portal.services.db);
    const [first] = rows;
    if (!first) throw new Error('No set is enriched anywhere.');
    return first;
  }

  test('have the same P as on their page, best first', async () => {
    const { id, rows } = await enrichedSet();
    const { reply } = await portal.call(listEnrichedModules, { as: lab, params: { id } });
    expect(reply.total).toBe(rows);
    const values = reply.results.map(({ p_value }) => p_value);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    for (const found of reply.results) {
      const { rows: stored } = await sql<{ gene_sets: Buffer; p_values: Buffer }>`
        select e.gene_sets, e.p_values from module_enrichment e join covariation_module m on m.id = e.covariation_module_id
         where m.number = ${found.module_id} and e.source = ${found.source}
           and e.definition = ${['Seed', 'PosBC', 'PosFDR'].indexOf(found.definition)}`.execute(
        portal.services.db,
      );
      const packed = stored[0] ?? { gene_sets: Buffer.alloc(0), p_values: Buffer.alloc(0) };
      const sets = Array.from({ length: packed.gene_sets.length / 4 }, (_, at) =>
        packed.gene_sets.readUInt32LE(4 * at),
      );
      expect(found.p_value).toBe(packed.p_values.readDoubleLE(8 * sets.indexOf(id)));
    }
  });

  test('are found even if the bytes of the number also occur across two numbers', async () => {
    const { rows } = await sql<{ id: number }>`
      select covariation_module_id as id from module_enrichment limit 1`.execute(portal.services.db);
    const { id } = await aGeneSet();
    // The upper bytes of the first number and the lowest byte of the second equal the number.
    const sets = Buffer.alloc(12);
    sets.writeUInt32LE((id << 8) >>> 0, 0);
    sets.writeUInt32LE(256, 4);
    sets.writeUInt32LE(id, 8);
    const p = Buffer.alloc(24);
    for (const [at, value] of [0.001, 0.002, 3.1e-12].entries()) p.writeDoubleLE(value, 8 * at);
    await portal.services.db
      .insertInto('module_enrichment')
      .values({
        covariation_module_id: rows[0]?.id ?? 0,
        definition: 0,
        source: 'shifted',
        n_tested: 3,
        n_enriched: 3,
        gene_sets: sets,
        p_values: p,
      })
      .execute();
    const { reply } = await portal.call(listEnrichedModules, { as: lab, params: { id } });
    expect(reply.results.map(({ p_value }) => p_value)).toEqual([3.1e-12]);
  });

  test('of the laboratory are neither listed nor counted for guests', async () => {
    const { id } = await enrichedSet();
    const show = (visibility: 'public' | 'private') =>
      portal.services.db.updateTable('gene_set').set({ visibility }).where('number', '=', id).execute();
    await show('public');
    const { reply } = await portal.call(listEnrichedModules, { as: guest, params: { id } });
    expect([reply.total, reply.results]).toEqual([0, []]);
    await show('private');
  });
});

describe('a file of gene sets', () => {
  test('as GMT can be imported again with the same genes', async () => {
    const { id } = await aGeneSet({ setName: 'ROUND_TRIP' });
    const file = await portal.ask(exportGeneSets, { as: lab, query: { id, format: 'gmt' } });
    expect(file.headers['content-disposition']).toContain('filename="ROUND_TRIP.gmt"');
    expect(file.headers['content-type']).toBe('text/tab-separated-values; charset=utf-8');
    const body = { ...FIELDS, file: { name: 'again.gmt', content: file.text } };
    const { reply } = await portal.call(createGeneSets, { as: lab, body });
    expect(await genesOf(reply.results[0]?.id ?? 0)).toEqual(await genesOf(id));
  });

  test('as csv has the columns of the legend and no formulas', async () => {
    await aGeneSet({ setName: '=HYPERLINK("https://evil.test")' });
    const { text, headers } = await portal.ask(exportGeneSets, {
      as: lab,
      query: { search: 'HYPERLINK', format: 'csv' },
    });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('filename="gene_sets.csv"');
    expect(text.split('\r\n')[0]).toBe('SetID,SetName,Category,SetSize,Species,PubMed,Description,Genes');
    expect(text).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
    expect(text).toContain('GFAP | POU5F1');
  });

  test('of all sets contains every set that is not deleted', async () => {
    const { services } = portal;
    await sql`
      with made as (insert into omicon_record (type) select 'GS' from generate_series(1, 450) returning number)
      insert into gene_set (number, set_id, name, set_source, genes)
      select number, 'BULK' || number, 'BULK_' || number, 'BULK', array['IDH1', 'IDH2'] from made`.execute(
      services.db,
    );
    const { total } = (await portal.call(listGeneSets, { as: lab })).reply;
    const { text } = await portal.ask(exportGeneSets, { as: lab, query: { format: 'csv' } });
    expect(text.trimEnd().split('\r\n')).toHaveLength(total + 1);
  });
});

describe('a set that only a table of enrichment names', () => {
  const SET = 'HALLMARK_HYPOXIA';

  async function lists(as: Caller) {
    const found = await portal.call(listGeneSets, { as, query: { search: SET } });
    const exported = await portal.ask(exportGeneSets, { as, query: { search: SET, format: 'csv' } });
    const categories = await portal.call(listGeneSetCategories, { as });
    return [
      found.reply.total,
      found.reply.results.length,
      exported.text.includes(SET),
      categories.reply.results.includes('Hallmark'),
    ];
  }

  async function numberOfSet(): Promise<number> {
    const { number } = await portal.services.db
      .selectFrom('gene_set')
      .select('number')
      .where('name', '=', SET)
      .executeTakeFirstOrThrow();
    return number;
  }

  async function statuses(as: Caller) {
    const params = { id: await numberOfSet() };
    const answers = [getGeneSet, listGenes, listEnrichedModules].map((endpoint) =>
      portal.ask(endpoint, { as, params }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  async function setAnalyses(change: { visibility?: 'public' | 'private'; owner_id?: number | null }) {
    await portal.services.db.updateTable('analysis').set(change).execute();
  }

  const HIDDEN = [0, 0, false, false];
  const KNOWN = [1, 1, true, true];

  test('is as visible as the analyses that have the table, and follows them', async () => {
    const registered = await portal.signInAs('RU');
    const known = async () => [
      await lists(registered),
      await lists(lab),
      await statuses(registered),
      await statuses(guest),
    ];
    expect(await known()).toEqual([HIDDEN, KNOWN, [404, 404, 404], [404, 404, 404]]);
    await setAnalyses({ visibility: 'public' });
    expect(await known()).toEqual([KNOWN, KNOWN, [200, 200, 200], [200, 200, 200]]);
    await setAnalyses({ visibility: 'private', owner_id: registered.person_id });
    expect(await known()).toEqual([KNOWN, KNOWN, [200, 200, 200], [404, 404, 404]]);
    await setAnalyses({ owner_id: null });
    expect(await known()).toEqual([HIDDEN, KNOWN, [404, 404, 404], [404, 404, 404]]);
    const { rows } = await sql<{ visibility: string; named_by: number[] }>`
      select visibility, named_by from gene_set where name = ${SET}`.execute(portal.services.db);
    expect(rows).toEqual([{ visibility: 'private', named_by: [] }]);
  });

  test('is public once it has genes; what it was before stays with the laboratory', async () => {
    const id = await numberOfSet();
    const edit = (version: number) =>
      portal.call(updateGeneSet, {
        as: admin,
        params: { id },
        body: { ...FIELDS, setName: SET, version, file: LIST },
      });
    expect((await edit(1)).status).toBe(200);
    const version = (as: Caller, number: number) =>
      portal.call(getGeneSet, { as, params: { id }, query: { version: number } });
    expect([(await version(guest, 2)).status, (await version(guest, 1)).status]).toEqual([200, 404]);
    expect((await version(guest, 2)).reply.versions.map((each) => each.version)).toEqual([2]);
    expect((await version(lab, 1)).reply.versions.map((each) => each.version)).toEqual([2, 1]);
  });
});
