/** A pasted list is repaired with a report, and compared with all visible modules and all gene sets. */
import { rankGeneSets, rankModules, repairList } from '@omicon/contract/areas/genes/gene-lists.ts';
import { hypergeometricTail, pOfOverlap } from '@omicon/domain/statistics/hypergeometric.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const TABLES = {
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ALIAS.csv':
    'SYMBOL,ALIAS\nAIF1,IBA1\nCD68,GP110\nSEPTIN2,SEPT2\nMBP,SHARED\nSOX10,SHARED\n',
  'resources/mapping_tables/2026-11-21/homo_sapiens_mapping_tables/ENSEMBL/Homo_sapiens_ENSEMBL_SYMBOL.csv':
    'ENSEMBL,SYMBOL\nENSG00000138413,IDH1\n',
};

let portal: TestPortal;
let guest: Caller;
let member: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  expect((await takeIn(portal, { ...smallResources(), ...TABLES })).faults).toEqual([]);
  const second = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };
  expect((await takeIn(portal, smallLaboratory())).faults).toEqual([]);
  const hidden = Object.entries(smallLaboratory(second)).map(([path, content]) => [
    path,
    typeof content === 'string'
      ? content.replaceAll('P2RY12', 'SECRET1').replaceAll('OLIG2', 'ENSG00000138413')
      : content,
  ]);
  expect((await takeIn(portal, Object.fromEntries(hidden))).faults).toEqual([]);
});
afterAll(() => portal.close());

test('a name that only hidden data use is reported as unknown, and hides no mapping', async () => {
  const repairFor = async (as: Caller) =>
    (await portal.call(repairList, { as, body: { identifiers: ['AIF1', 'SECRET1', 'ENSG00000138413'] } }))
      .reply;
  const own = await repairFor(member);
  expect(own.symbols).toContain('SECRET1');
  const reply = await repairFor(guest);
  expect([reply.unknown, reply.official, reply.symbols]).toEqual([['SECRET1'], 1, ['AIF1', 'IDH1']]);
});

test('several names in one are read apart also if only data have them, as far as one may read these', async () => {
  const identifiers = ['SECRET1/P2RY12', 'P2RY12 /// NOSUCH'];
  const own = (await portal.call(repairList, { as: member, body: { identifiers } })).reply;
  expect(own).toMatchObject({
    given: 2,
    symbols: ['SECRET1', 'P2RY12'],
    official: 0,
    cleaned: [
      { from: 'SECRET1/P2RY12', to: 'SECRET1' },
      { from: 'SECRET1/P2RY12', to: 'P2RY12' },
    ],
    unknown: ['P2RY12 /// NOSUCH'],
  });
  const { reply } = await portal.call(repairList, { as: guest, body: { identifiers } });
  expect([reply.symbols, reply.unknown]).toEqual([[], identifiers]);
});

async function rank(identifiers: string[], as: Caller = guest, more: object = {}) {
  return (await portal.call(rankModules, { as, body: { identifiers, ...more } })).reply;
}

test('aliases, ids and spreadsheet dates become symbols; ambiguous and unknown names are reported and excluded', async () => {
  const identifiers = [
    'aif1',
    'IBA1',
    'GP110',
    '10215',
    'ENSG00000138413.12',
    '2-Sep',
    'SHARED',
    'nonsense',
    'NA',
    '',
  ];
  const { reply } = await portal.call(repairList, { as: guest, body: { identifiers } });
  expect(reply).toEqual({
    given: 8,
    symbols: ['AIF1', 'CD68', 'SEPTIN2', 'OLIG2', 'IDH1'],
    official: 1,
    repeated: 1,
    cleaned: [],
    mapped: [
      { from: 'IBA1', to: 'AIF1', kind: 'ALIAS' },
      { from: 'GP110', to: 'CD68', kind: 'ALIAS' },
      { from: '10215', to: 'OLIG2', kind: 'ENTREZID' },
      { from: 'ENSG00000138413.12', to: 'IDH1', kind: 'ENSEMBL' },
    ],
    dates: [{ from: '2-Sep', to: 'SEPTIN2' }],
    ambiguous: [{ from: 'SHARED', candidates: ['MBP', 'SOX10'] }],
    unknown: ['nonsense'],
  });
});

test('modules are ranked by hypergeometric P within the genes of their data set', async () => {
  const { results, total, tested } = await rank(['IBA1', 'CD68', 'P2RY12', 'GAPDH']);
  // Turquoise and blue under Seed, PosBC and PosFDR; only blue contains microglia genes.
  expect([total, tested]).toEqual([3, 6]);
  const p = (moduleSize: number) => hypergeometricTail({ overlap: 2, setSize: 3, moduleSize, universe: 8 });
  expect(
    results.map(({ Module, Mod_Def, Overlap, Size, Listed, Universe, Pval }) => [
      Module,
      Mod_Def,
      Overlap,
      Size,
      Listed,
      Universe,
      Pval,
    ]),
  ).toEqual([
    ['blue', 'Bonferroni', 2, 2, 3, 8, p(2)],
    ['blue', 'Seed', 2, 3, 3, 8, p(3)],
    ['blue', 'FDR', 2, 3, 3, 8, p(3)],
  ]);
  expect(results.map(({ qval }) => qval)).toEqual([p(3) * 2, p(3) * 2, p(3) * 2]);
});

test('modules of the laboratory are tested for its members only', async () => {
  const [open, whole] = [await rank(['AIF1', 'CD68']), await rank(['AIF1', 'CD68'], member)];
  expect([open.tested, whole.tested]).toEqual([6, 12]);
  expect(new Set(open.results.map(({ Dataset }) => Dataset))).toEqual(
    new Set(['Phillips 2006 GSE4271 EXT Primary OR A.1.1']),
  );
  expect(new Set(whole.results.map(({ Dataset }) => Dataset)).size).toBe(2);
});

test('a background narrows the universe, the list and the modules', async () => {
  const { results } = await rank(['AIF1', 'CD68', 'P2RY12'], guest, {
    definition: 'Seed',
    background: ['AIF1', 'CD68', 'OLIG2', 'SOX10', 'MBP'],
  });
  expect(results).toMatchObject([
    {
      Module: 'blue',
      Theme: null,
      Overlap: 2,
      Size: 2,
      Listed: 2,
      Universe: 5,
      Pval: hypergeometricTail({ overlap: 2, setSize: 2, moduleSize: 2, universe: 5 }),
    },
  ]);
});

test('rules of samples and networks exclude modules, and an invalid rule is named', async () => {
  const grade = { field: 'Tumor_Grade', operator: 'greaterthan', value: 2 };
  const networks = (value: number) => ({
    networks: { rules: [{ field: 'MinSize', operator: 'equal', value }] },
    sample: { quantifier: 'includes', rules: [grade] },
  });
  expect((await rank(['AIF1'], guest, { filters: networks(2) })).tested).toBe(6);
  expect((await rank(['AIF1'], guest, { filters: networks(99) })).tested).toBe(0);
  const wrong = { networks: { rules: [{ field: 'Colour', operator: 'equal', value: 1 }] } };
  const answer = await portal.call(rankModules, {
    as: guest,
    body: { identifiers: ['AIF1'], filters: wrong },
  });
  expect([answer.status, answer.refusal.fields]).toEqual([
    400,
    { 'filters.networks.rules[0]': 'There is no attribute "Colour" here.' },
  ]);
});

test('gene sets are ranked the same way, within all genes of any set', async () => {
  const { reply } = await portal.call(rankGeneSets, {
    as: guest,
    body: { identifiers: ['IBA1', 'CD68', 'OLIG2', 'nonsense'] },
  });
  const p = (overlap: number, moduleSize: number) =>
    hypergeometricTail({ overlap, setSize: 3, moduleSize, universe: 7 });
  expect(reply.results).toMatchObject([
    { SetID: 'MOSET10001', Overlap: 2, Size: 4, Universe: 7, Pval: p(2, 4) },
    { SetID: 'MOSET10002', Overlap: 1, Size: 3, Universe: 7, Pval: p(1, 3) },
  ]);
  expect([reply.total, reply.tested]).toEqual([2, 2]);
});

test('fewer common genes than by chance are tested too, also of sets and modules without one', async () => {
  const body = { identifiers: ['AIF1', 'CD68', 'CX3CR1'], fold: false };
  const under = (await portal.call(rankGeneSets, { as: guest, body: { ...body, direction: 'under' } })).reply;
  // Of 7 genes, 3 are listed: none of the 3 oligodendrocyte genes, all of them among the 4 of microglia.
  expect(under.results).toMatchObject([
    { SetID: 'MOSET10002', Overlap: 0, Pval: pOfOverlap('under', 0, 3, 3, 7) },
    { SetID: 'MOSET10001', Overlap: 3, Pval: 1 },
  ]);
  expect([under.total, under.tested]).toEqual([2, 2]);
  const both = (await portal.call(rankGeneSets, { as: guest, body: { ...body, direction: 'both' } })).reply;
  const microglia = both.results.find(({ SetID }) => SetID === 'MOSET10001');
  expect(microglia).toMatchObject({ Pval: pOfOverlap('both', 3, 3, 4, 7) });
  const over = (await portal.call(rankGeneSets, { as: guest, body })).reply;
  expect([over.total, over.tested]).toEqual([1, 2]);
  const modules = await rank(body.identifiers, guest, { direction: 'under', definition: 'Seed' });
  expect([modules.total, modules.tested]).toEqual([2, 2]);
  expect(modules.results[0]).toMatchObject({ Module: 'turquoise', Overlap: 0 });
});

test('sets that share the listed genes of a better one are folded under it', async () => {
  const sets = {
    'resources/genesets/MyGeneSetsLEGEND.csv': [
      '"SetID","SetName","Category","SetSize","Species","PubMed","Description"',
      '"MOSET10005","ZHANG_MICROGLIA","CellType",6,"Homo sapiens","25186741","Zhang"',
      '',
    ].join('\n'),
    'resources/genesets/MOSET10005.csv': 'AIF1\nCD68\nMBP\nSOX10\nIDH1\nGAPDH\n',
  };
  expect((await takeIn(portal, sets)).faults).toEqual([]);
  const ask = async (more: object) =>
    (
      await portal.call(rankGeneSets, {
        as: guest,
        body: { identifiers: ['AIF1', 'CD68', 'OLIG2'], ...more },
      })
    ).reply;
  const whole = await ask({});
  expect(whole.results.map(({ SetID, Leading_Set }) => [SetID, Leading_Set])).toEqual([
    ['MOSET10001', 'PANGLAO_MICROGLIA'],
    ['MOSET10002', 'PANGLAO_OLIGODENDROCYTES'],
    ['MOSET10005', 'PANGLAO_MICROGLIA'],
  ]);
  const folded = await ask({ fold: true });
  expect(folded.results.map(({ SetID, Folded }) => [SetID, Folded])).toEqual([
    ['MOSET10001', 1],
    ['MOSET10002', 0],
  ]);
  expect([folded.total, folded.unfolded, folded.tested]).toEqual([2, 3, 3]);
  expect((await ask({ fold: true, page: 2, page_size: 1 })).results).toEqual(folded.results.slice(1));
  const leader = Number(String(folded.results[0]?.Geneset_Omicon_ID).split('.')[2]);
  expect((await ask({ folded_under: leader })).results).toEqual(whole.results.slice(2));
});

test('a list of unknown names has an empty result', async () => {
  expect(await rank(['nonsense'])).toMatchObject({
    results: [],
    total: 0,
    repair: { unknown: ['nonsense'] },
  });
});
