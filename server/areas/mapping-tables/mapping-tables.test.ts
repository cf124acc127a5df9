/** Mapping tables: lists, rows, files, and identifiers mapped by them. */
import {
  downloadMappingTable,
  getMappingTable,
  listAnalyteMappings,
  listIdentifierKinds,
  listMappingRows,
  listMappingTables,
  mapIdentifiers,
} from '@omicon/contract/areas/genes/mapping-tables.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeIn } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const ROOT = 'resources/mapping_tables/2026-11-21';
const HUMAN = `${ROOT}/homo_sapiens_mapping_tables`;
const U133A = `${ROOT}/microarray_mapping_tables/Affymetrix_U133A_PROBEID_mapping_tables/Affymetrix_U133A_PROBEID_SYMBOL.csv`;
const ENTREZ = 'SYMBOL,ENTREZID\nIDH1,3417\nOLIG2,10215\nPOU5F1,5460\nTRIP_1,NA\n';
const FILES = {
  [`${HUMAN}/SYMBOL/Homo_sapiens_SYMBOL_ENTREZID.csv`]: ENTREZ,
  [`${HUMAN}/SYMBOL/Homo_sapiens_SYMBOL_GO.csv`]: 'SYMBOL,GO\nIDH1,GO:0006099 | GO:0006102\n',
  [`${HUMAN}/SYMBOL/Homo_sapiens_SYMBOL_ALIAS.csv`]: 'SYMBOL,ALIAS\nPOU5F1,OCT4\nIDH1,IDP\nIDH2,IDP\n',
  [U133A]: 'PROBEID,SYMBOL\n201193_at,IDH1\n213824_at,OLIG2\n1007_s_at,DDR1\n1007_s_at,MIR4640\n',
};

let portal: TestPortal;
let person: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  const report = await takeIn(portal, FILES);
  expect(report.faults).toEqual([]);
  person = await portal.signInAs('RU');
});
afterAll(() => portal.close());

async function idOf(name: string): Promise<number> {
  const { reply } = await portal.call(listMappingTables, { as: person, query: { name } });
  expect(reply.total).toBe(1);
  return reply.results[0]?.id ?? 0;
}

async function map(
  from: 'SYMBOL' | 'PROBEID' | 'ENTREZID' | 'OMIM',
  to: 'SYMBOL' | 'GO' | 'ENTREZID',
  ...ids: string[]
) {
  return portal.call(mapIdentifiers, { as: person, body: { ids, from, to } });
}

describe('lists', () => {
  test('of microarrays and of organisms together contain all tables', async () => {
    const names = async (type: 'microarray' | 'organism') =>
      (await portal.call(listAnalyteMappings, { as: person, query: { type } })).reply.results.map(
        ({ name }) => name,
      );
    expect(await names('microarray')).toEqual(['Affymetrix_U133A_PROBEID_SYMBOL']);
    expect(await names('organism')).toEqual([
      'Homo_sapiens_SYMBOL_ALIAS',
      'Homo_sapiens_SYMBOL_ENTREZID',
      'Homo_sapiens_SYMBOL_GO',
    ]);
  });

  test('name the kinds of identifiers', async () => {
    const { reply } = await portal.call(listIdentifierKinds, { as: person });
    expect(reply).toEqual({
      kinds: ['SYMBOL', 'ALIAS', 'ENTREZID', 'PROBEID', 'GO'],
      platforms: ['Affymetrix U133A'],
    });
  });
});

describe('one table', () => {
  test('has rows that are found by a literal prefix of either column', async () => {
    const id = await idOf('Homo_sapiens_SYMBOL_ENTREZID');
    const rowsFor = async (search: string) =>
      (await portal.call(listMappingRows, { as: person, params: { id }, query: { search } })).reply;
    expect((await rowsFor('')).total).toBe(4);
    expect((await rowsFor('idh')).results).toEqual([{ place: 1, unique_identifier: 'IDH1', value: '3417' }]);
    expect((await rowsFor('10215')).results.map((row) => row.unique_identifier)).toEqual(['OLIG2']);
    expect((await rowsFor('TRIP_')).total).toBe(1);
    expect((await rowsFor('%')).total).toBe(0);
    expect((await rowsFor('_')).total).toBe(0);
  });

  test('returns its original file', async () => {
    const id = await idOf('Homo_sapiens_SYMBOL_ENTREZID');
    const file = await portal.ask(downloadMappingTable, { as: person, params: { id } });
    expect(file.text).toBe(ENTREZ);
    expect(file.headers['content-disposition']).toContain('filename="Homo_sapiens_SYMBOL_ENTREZID.csv"');
    expect(file.headers['x-content-type-options']).toBe('nosniff');
  });

  test('keeps its earlier releases', async () => {
    const name = 'Homo_sapiens_SYMBOL_GO';
    const earlier = await idOf(name);
    await takeIn(portal, {
      [`resources/mapping_tables/2026-12-01/homo_sapiens_mapping_tables/SYMBOL/${name}.csv`]:
        'SYMBOL,GO\nIDH1,GO:0006099\nIDH1,GO:0006102\n',
    });
    const { reply } = await portal.call(getMappingTable, { as: person, params: { id: await idOf(name) } });
    expect(reply.releases.map(({ version, is_current }) => [version, is_current])).toEqual([
      ['2026-12-01', true],
      ['2026-11-21', false],
    ]);
    expect(
      (await portal.call(getMappingTable, { as: person, params: { id: earlier } })).reply.is_current,
    ).toBe(false);
    expect((await map('SYMBOL', 'GO', 'IDH1')).reply.results[0]?.targets).toEqual([
      'GO:0006099',
      'GO:0006102',
    ]);
  });
});

describe('mapping', () => {
  test('keeps order, spelling and all targets, and reports unmapped identifiers', async () => {
    const { reply } = await map('PROBEID', 'SYMBOL', '1007_S_AT', 'no_such_at', '201193_at', '1007_s_at');
    expect(reply).toEqual({
      route: ['PROBEID', 'SYMBOL'],
      results: [
        { id: '1007_S_AT', targets: ['DDR1', 'MIR4640'], is_mapped: true, read_as: null },
        { id: 'no_such_at', targets: [], is_mapped: false, read_as: null },
        { id: '201193_at', targets: ['IDH1'], is_mapped: true, read_as: null },
        { id: '1007_s_at', targets: ['DDR1', 'MIR4640'], is_mapped: true, read_as: null },
      ],
      mapped: 3,
      unmapped: 1,
    });
  });

  test('reads ids without quotation marks, invisible characters and versions, and says so', async () => {
    const { reply } = await map('PROBEID', 'SYMBOL', '"201193_at"', 'X201193_at', '201193\u200B_at');
    expect(reply.mapped).toBe(3);
    expect(reply.results.map(({ targets, read_as }) => [targets, read_as])).toEqual(
      Array(3).fill([['IDH1'], '201193_at']),
    );
  });

  test('goes through symbols, or uses a table in reverse, if no direct table exists', async () => {
    const probes = await map('PROBEID', 'ENTREZID', '213824_at', '1007_s_at');
    expect(probes.reply.route).toEqual(['PROBEID', 'SYMBOL', 'ENTREZID']);
    expect(probes.reply.results.map(({ targets }) => targets)).toEqual([['10215'], []]);
    const entrez = await map('ENTREZID', 'GO', '3417');
    expect(entrez.reply.results[0]?.targets).toEqual(['GO:0006099', 'GO:0006102']);
  });

  test('from symbols to symbols returns official ones; unknown names are kept and counted as unmapped', async () => {
    const { reply } = await map('SYMBOL', 'SYMBOL', 'oct4', 'IDP', 'idh1', 'nope123', 'TRIP_1', 'NA');
    expect(reply.results.map(({ targets, is_mapped }) => [targets, is_mapped])).toEqual([
      [['POU5F1'], true],
      [['IDH1', 'IDH2'], true],
      [['IDH1'], true],
      [['nope123'], false],
      [['TRIP_1'], true],
      [[], false],
    ]);
    expect([reply.mapped, reply.unmapped]).toEqual([4, 2]);
  });

  test('between unconnected kinds is refused with a message', async () => {
    const answer = await map('OMIM', 'GO', '147700');
    expect(answer.status).toBe(400);
    expect(answer.refusal.detail).toBe('No mapping tables lead from OMIM to GO.');
  });

  test('accepts up to 5,000 identifiers', async () => {
    const ids = Array.from({ length: 5000 }, (_, at) => (at === 4999 ? 'IDH1' : `X${at}`));
    const { reply } = await map('SYMBOL', 'ENTREZID', ...ids);
    expect([reply.mapped, reply.unmapped, reply.results.at(-1)?.targets]).toEqual([1, 4999, ['3417']]);
    const answer = await map('SYMBOL', 'ENTREZID', ...ids, 'IDH2');
    expect([answer.status, answer.refusal.detail]).toEqual([
      400,
      'At most 5,000 identifiers are mapped at once',
    ]);
  });
});
