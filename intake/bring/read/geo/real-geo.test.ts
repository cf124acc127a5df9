/** The files that GEO has, as they were downloaded. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SourceFile } from '../../study.ts';
import { readStudies } from '../read-studies.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..');
const FOLDER = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data', 'geo');
const IS_MISSING = !existsSync(FOLDER);
if (IS_MISSING && process.env.CI === 'true') throw new Error(`${FOLDER} is missing; set OMICON_TEST_DATA.`);

function fileOf(name: string): SourceFile {
  const file = path.join(FOLDER, name);
  return { name, sizeBytes: statSync(file).size, open: async () => createReadStream(file) };
}

test.skipIf(IS_MISSING).each([
  [
    'GSE55235_series_matrix.txt.gz',
    'GEO series matrix GSE55235, platform GPL96, 30 samples, 22,283 rows',
    ['disease state'],
  ],
  [
    'GSE55457_series_matrix.txt.gz',
    'GEO series matrix GSE55457, platform GPL96, 33 samples, 22,283 rows',
    ['gender', 'age'],
  ],
  ['GSE1623_family.soft.gz', 'GEO SOFT GSE1623, platform GPL81, 8 samples, 12,488 rows', ['description']],
  ['GDS4019.soft.gz', 'GEO DataSet GDS4019, platform GPL1355, 29 samples, 31,099 rows', ['age', 'agent']],
  ['GSM11805.txt.gz', 'GEO SOFT GSM11805, platform GPL96, 1 sample, 22,283 rows', ['title']],
])('%s is read', async (name, sentence, columns) => {
  const [study] = await readStudies([fileOf(name)]);
  expect(study?.sentence).toBe(sentence);
  expect(study?.sheets[0]?.columns).toEqual(expect.arrayContaining(columns));
  const samples = new Set(study?.sheets[0]?.rows.map(([label]) => label));
  expect(study?.matrices[0]?.columns.filter((title) => samples.has(title))).toHaveLength(samples.size);
});
