/** Damaged files of every form: each ends in a study with notes, and nothing but a refusal is thrown. */
import { expect, test } from 'vitest';
import { IntakeRefusal } from '../../records.ts';
import type { Study } from '../study.ts';
import { readStudies } from './read-studies.ts';
import { source, tabbed } from './test-source.ts';

const FORMS: readonly [name: string, text: string][] = [
  [
    'm_series_matrix.txt',
    '!Series_title\t"t"\n!Series_geo_accession\t"GSE1"\n!Sample_geo_accession\t"GSM1"\t"GSM2"\n!Sample_characteristics_ch1\t"a: b"\t"c"\n!series_matrix_table_begin\n"ID_REF"\t"GSM1"\t"GSM2"\n"x"\t1\t2\n!series_matrix_table_end\n',
  ],
  [
    'f.soft',
    '^SERIES = GSE1\n!Series_title = t\n^PLATFORM = GPL1\n!platform_table_begin\nID\tSymbol\nx\tA\n!platform_table_end\n^SAMPLE = GSM1\n!Sample_platform_id = GPL1\n!sample_table_begin\nID_REF\tVALUE\nx\t1\ny\t2\n!sample_table_end\n',
  ],
  [
    'd.soft',
    '^DATASET = GDS1\n^SUBSET = 1\n!subset_type = age\n!dataset_table_begin\nID_REF\tGSM1\nx\t1\n!dataset_table_end\n',
  ],
  ['t.csv', 'gene,"S1",S2\n"a ""b""",1,2\n"c\nd",3,4\n'],
  ['s.out.tab', tabbed(['N_unmapped', 1, 1, 1], ['N_ambiguous', 1, 1, 1], ['g', 1, 2, 3])],
  [
    'q.gct',
    `#1.3\n1\t2\t1\t1\n${tabbed(['id', 'd', 'S1', 'S2'], ['sex', 'na', 'F', 'M'], ['g', 'x', 1, 2])}`,
  ],
  ['data_mrna.txt', tabbed(['Hugo_Symbol', 'S1', 'S2'], ['IDH1', 1, 2])],
  [
    'fc.txt',
    `# Program:featureCounts\n${tabbed(['Geneid', 'Chr', 'Start', 'End', 'Strand', 'Length', 's.bam'], ['g', 1, 2, 3, '+', 4, 5])}`,
  ],
];
const PIECES = [
  '"',
  '\t',
  '\n',
  ',',
  '\r',
  '!',
  '^',
  '#',
  '=',
  '\0',
  '\u00e9',
  '1e999',
  '!series_matrix_table_begin\n',
  '  ',
];

/** Numbers that look random and are the same in each run. @source Park and Miller 1988 */
function* randomNumbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

function damage(text: string, seed: number): string {
  const random = randomNumbers(seed);
  const next = (below: number) => random.next().value % below;
  let damaged = text;
  for (let times = 1 + next(4); times > 0; times -= 1) {
    const at = next(damaged.length + 1);
    const inserted = next(2) === 0 ? (PIECES[next(PIECES.length)] ?? '') : '';
    damaged = damaged.slice(0, at) + inserted + damaged.slice(at + next(12));
  }
  return damaged;
}

async function readAll(studies: Study[]): Promise<void> {
  for (const { columns, rows } of studies.flatMap(({ matrices }) => matrices)) {
    try {
      for await (const { cells } of rows()) expect(cells).toHaveLength(columns.length);
    } catch (error) {
      if (!(error instanceof IntakeRefusal)) throw error;
    }
  }
}

test.each(FORMS)('damage to %s is a note or a refusal', async (name, text) => {
  for (let seed = 1; seed <= 120; seed += 1) {
    const studies = await readStudies([source(name, damage(text, seed * 7919), 64)]);
    expect(studies.length).toBeGreaterThan(0);
    for (const { matrices, notes, sheets } of studies) {
      if (matrices.length === 0) expect(notes.some(({ isFault }) => isFault)).toBe(true);
      for (const { columns, rows } of sheets)
        for (const row of rows) expect(row).toHaveLength(columns.length);
    }
    await readAll(studies);
  }
});

test('an undamaged file of every form has one matrix', async () => {
  for (const [name, text] of FORMS) {
    const [study] = await readStudies([source(name, text)]);
    expect(study?.matrices, name).toHaveLength(1);
  }
});

test('marks that are never closed do not take the square of the time', async () => {
  const line = `"${'a""'.repeat(400)}\n`;
  const begun = performance.now();
  await readStudies([source('a.csv', `g,S1\nx,1\n${line.repeat(3000)}`, 65_536)]);
  expect(performance.now() - begun).toBeLessThan(5000);
});
