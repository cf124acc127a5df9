/** Cell type references: import, versions, lists, markers, files, rights, and the cell types of lists. */
import {
  downloadCellTypeReference,
  findCellTypes,
  getCellTypeReference,
  listCellTypeReferences,
  listMarkers,
} from '@omicon/contract/areas/cell-types.ts';
import { getOmiconId } from '@omicon/contract/areas/search.ts';
import { relativeExpression } from '@omicon/domain/statistics/cell-types/relative-expression.ts';
import { featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory, takeIn } from '../../test-support/intake.ts';
import { aMetaModule } from '../../test-support/laboratories/a-meta-module.ts';
import { aCellTypeReference, CELL_TYPES, cellTypeFiles } from '../../test-support/laboratories/cell-types.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const MICROGLIA = ['AIF1', 'CD68', 'CX3CR1', 'P2RY12'];

const SYMBOLS =
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ENTREZID.csv';
/** Two genes have the id 199, so that it names neither. */
const ENTREZ_IDS =
  'SYMBOL,ENTREZID\nAIF1,199\nCD68,968\nCX3CR1,199\nP2RY12,64805\nOLIG2,10215\nSOX10,6663\nMBP,4155\n';

let portal: TestPortal;
let open: number;
let hidden: number;
let guest: Caller;
let lab: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  const { faults } = await takeIn(portal, { [SYMBOLS]: ENTREZ_IDS });
  expect(faults).toEqual([]);
  open = await aCellTypeReference(portal, { visibility: 'public' });
  hidden = await aCellTypeReference(portal, { title: 'Tumour of Smith 2025', seed: 2 });
  guest = await portal.signInAs('GU');
  lab = await portal.signInAs('LAB');
});
afterAll(() => portal.close());

const listed = async (as: Caller) =>
  (await portal.call(listCellTypeReferences, { as })).reply.results.map(({ title }) => title);

const find = (as: Caller, identifiers: readonly string[], level?: string) =>
  portal.call(findCellTypes, {
    as,
    body: { of: { kind: 'list', identifiers: [...identifiers] }, ...(level === undefined ? {} : { level }) },
  });

describe('a reference', () => {
  test('has its attributes, levels and types as they came in', async () => {
    const { reply } = await portal.call(getCellTypeReference, { as: guest, params: { id: open } });
    expect(reply).toMatchObject({
      omicon_id: `OM.CR.${open}`,
      title: 'Cortex of Jones 2024',
      organism: 'Homo sapiens',
      region: 'cortex',
      condition: null,
      identifier: 'SYMBOL',
      visibility: 'public',
      number_of_genes: 48,
      number_of_types: 4,
      number_of_cells: 1000,
    });
    expect(reply.levels).toMatchObject([
      { name: 'class', has_variance: false, has_percent: false, number_of_genes: 48 },
      { name: 'subclass', has_variance: true, has_percent: true, features_merged: 0 },
    ]);
    expect(reply.levels[1]?.types[3]).toEqual({
      name: 'Microglia',
      cells: 400,
      ontology_id: 'CL:0000129',
      parent: 'Glia',
    });
  });

  test('is private unless the import says otherwise, and is then in no list and no count of others', async () => {
    expect(await listed(lab)).toEqual(['Cortex of Jones 2024', 'Tumour of Smith 2025']);
    expect(await listed(guest)).toEqual(['Cortex of Jones 2024']);
    const { reply } = await portal.call(listCellTypeReferences, { as: guest, query: { search: 'tumour' } });
    expect(reply).toMatchObject({ results: [], total: 0 });
    for (const call of [
      () => portal.call(getCellTypeReference, { as: guest, params: { id: hidden } }),
      () =>
        portal.call(listMarkers, {
          as: guest,
          params: { id: hidden },
          query: { level: 'subclass', type: 'Microglia' },
        }),
    ]) {
      const missing = await call();
      expect(missing.status).toBe(404);
    }
    const member = await portal.signInAs('RU');
    const content = await portal.call(downloadCellTypeReference, { as: member, params: { id: hidden } });
    expect(content.status).toBe(404);
  });

  test('of the same files is unchanged; of others under its title it is the next version', async () => {
    const title = 'Cortex of Lee 2023';
    const number = await aCellTypeReference(portal, { title });
    const again = await takeIn(portal, cellTypeFiles({ title }));
    expect(again.units).toMatchObject([{ kind: 'cell type reference', outcome: 'unchanged' }]);
    const shown = await takeIn(portal, cellTypeFiles({ title }), { visibility: 'public' });
    expect(shown.units).toMatchObject([{ outcome: 'now public', omicon_id: `OM.CR.${number}` }]);
    const next = await takeIn(portal, cellTypeFiles({ title, seed: 9 }));
    expect(next.units).toMatchObject([{ outcome: 'new version', omicon_id: `OM.CR.${number}` }]);
    const { reply } = await portal.call(getCellTypeReference, { as: guest, params: { id: number } });
    expect(reply.versions.map(({ version, is_current }) => [version, is_current])).toEqual([
      [2, true],
      [1, false],
    ]);
    const earlier = { as: guest, params: { id: number }, query: { version: 1 } };
    expect((await portal.call(getCellTypeReference, earlier)).reply.version).toBe(1);
    const hiding = await takeIn(portal, cellTypeFiles({ title, seed: 9 }), { visibility: 'private' });
    expect(hiding.units).toMatchObject([{ outcome: 'now Lab' }]);
    expect((await portal.call(getCellTypeReference, earlier)).status).toBe(404);
  });

  test('is downloaded as the folder that came in', async () => {
    const member = await portal.signInAs('RU');
    const { status, text } = await portal.call(downloadCellTypeReference, {
      as: member,
      params: { id: open },
    });
    expect(status).toBe(200);
    expect(text).toContain(`OM.CR.${open}_cell_types/subclass_pct.csv`);
    expect(text).toContain('Attribute,Value\nTitle,Cortex of Jones 2024\n');
    const refused = await portal.call(downloadCellTypeReference, { as: guest, params: { id: open } });
    expect(refused.status).toBe(403);
  });

  test('has markers of a type, by specificity', async () => {
    const query = { level: 'subclass', type: 'Microglia', sort: 'tau', order: 'desc', page_size: 3 } as const;
    const { reply } = await portal.call(listMarkers, { as: guest, params: { id: open }, query });
    expect(reply.total).toBe(4);
    expect(reply.results).toHaveLength(3);
    for (const { gene, tau, mean, percent, next_mean } of reply.results) {
      expect(MICROGLIA).toContain(gene);
      // By construction 8 times as high as in the three other types.
      expect(tau).toBeCloseTo(1 - 1 / 8, 3);
      expect(mean / next_mean).toBeCloseTo(8, 2);
      expect(percent).toBeCloseTo(Math.min(100, mean * 10), 10);
    }
    const found = await portal.call(listMarkers, {
      as: guest,
      params: { id: open },
      query: { ...query, search: 'p2ry' },
    });
    expect(found.reply.results.map(({ gene }) => gene)).toEqual(['P2RY12']);
    const unknown = { as: guest, params: { id: open }, query: { ...query, type: 'Vascular' } };
    expect((await portal.call(listMarkers, unknown)).status).toBe(404);
  });
});

describe('the cell types of a list', () => {
  test('are those of its genes in the finest level, with the index that the tables give', async () => {
    const { reply } = await find(guest, [...MICROGLIA, 'NOGENE1']);
    expect(reply).toMatchObject({ name: 'List 1', levels: ['class', 'subclass'], left_out: 0 });
    const [reference] = reply.references;
    expect(reply.references).toHaveLength(1);
    expect(reference).toMatchObject({ id: open, level: 'subclass', measured: 4, genes: 48, no_top: null });
    expect(reference?.top).toMatchObject({ type: 'Microglia', sets: 10_000 });
    const rows = Object.entries(cellTypeFiles())
      .find(([name]) => name.endsWith('subclass_means.csv'))?.[1]
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const matrix = featureMatrix((rows ?? []).map(([, ...values]) => values.map(Number)));
    const members = (rows ?? []).flatMap(([gene = ''], row) => (MICROGLIA.includes(gene) ? [row] : []));
    const { index } = relativeExpression(matrix, members);
    for (const [at, name] of CELL_TYPES.entries()) {
      const type = reference?.types.find((each) => each.name === name);
      expect(type?.index ?? Number.NaN).toBeCloseTo(index[at] ?? 0, 12);
    }
  });

  test('are repeated to the last digit, with the same seed', async () => {
    const [one, other] = [await find(guest, MICROGLIA), await find(guest, MICROGLIA.toReversed())];
    expect(one.reply.references).toEqual(other.reply.references);
    expect(one.reply.references[0]?.top?.p_random).toBeLessThan(0.001);
  });

  test('are those of the level that is asked for', async () => {
    const { reply } = await find(guest, ['OLIG2', 'SOX10', 'MBP'], 'class');
    expect(reply.references[0]).toMatchObject({ level: 'class', top: { type: 'Glia', next: 'Neuron' } });
  });

  test('have no top type for genes that are not measured', async () => {
    const { reply } = await find(guest, ['NOGENE1']);
    expect(reply.references[0]).toMatchObject({ measured: 0, top: null, no_top: 'not measured' });
  });

  test('are compared between references by terms of the Cell Ontology', async () => {
    const { reply } = await find(lab, MICROGLIA);
    expect(reply.references.map(({ id }) => id).slice(0, 2)).toEqual([open, hidden]);
    const pair = reply.agreement.find(({ a, b }) => a === open && b === hidden);
    expect(pair?.types).toBe(4);
    expect(pair?.rho ?? 0).toBeGreaterThan(0.2);
  });

  test('of a module and a meta-module are those of its members, for those who may read it', async () => {
    const laboratory = await aLaboratory(portal, { visibility: 'private' });
    const { rows } = await portal.services.pool.query<{ number: number }>(
      `select m.number from covariation_module m join covariation_network n on n.id = m.covariation_network_id
         join analysis a on a.id = n.analysis_id where a.number = $1 order by m.page limit 1`,
      [laboratory.analysis],
    );
    const module = rows[0]?.number ?? 0;
    const meta = await aMetaModule(portal.services.db, { audiences: ['laboratory'], module });
    const asked = [{ kind: 'module', id: module } as const, { kind: 'meta-module', id: meta } as const];
    for (const list of asked) {
      const own = await portal.call(findCellTypes, { as: lab, body: { of: list } });
      expect(own.status).toBe(200);
      expect(own.reply.references.length).toBeGreaterThan(1);
      expect((await portal.call(findCellTypes, { as: guest, body: { of: list } })).status).toBe(404);
    }
  });

  test('come from references of its organism only', async () => {
    await aCellTypeReference(portal, {
      title: 'Cortex of mice',
      organism: 'Mus_musculus',
      visibility: 'public',
    });
    const { reply } = await find(guest, MICROGLIA);
    // A pasted list is of no known organism.
    expect(reply.references.map(({ organism }) => organism)).toContain('Mus musculus');
  });
});

describe('features', () => {
  test('that are no symbols are mapped to symbols, and counted', async () => {
    const ids: Record<string, string> = { AIF1: '199', CD68: '968', OLIG2: '10215' };
    const number = await aCellTypeReference(portal, {
      title: 'Entrez',
      visibility: 'public',
      nameOf: (symbol) => ids[symbol] ?? symbol,
      attributes: [['Identifier', 'ENTREZID']],
    });
    const { reply } = await portal.call(getCellTypeReference, { as: guest, params: { id: number } });
    expect(reply.levels[1]).toMatchObject({
      features_ambiguous: 1,
      features_unmapped: 45,
      number_of_genes: 48,
    });
    const found = await find(guest, ['CD68']);
    expect(found.reply.references.find(({ id }) => id === number)).toMatchObject({
      measured: 1,
      top: { type: 'Microglia' },
    });
  });
});

test('its Omicon ID leads to it, for those who may read it', async () => {
  const ids = (as: Caller) => portal.call(getOmiconId, { as, params: { omicon_id: `OM.CR.${hidden}` } });
  expect((await ids(lab)).reply.results).toMatchObject([
    { title: 'Tumour of Smith 2025', href: `/home/resources/cell-types/OM.CR.${hidden}` },
  ]);
  expect((await ids(guest)).status).toBe(404);
});
