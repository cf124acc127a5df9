/** The real corpus: imported once, then searched, processed by jobs, and compared with its files. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { CORPUS, CORPUS_IS_MISSING } from '../test-support/corpus/corpus.ts';
import { describeCorpusAtlas } from '../test-support/corpus/corpus-atlas.ts';
import { describeCorpusComparisons } from '../test-support/corpus/corpus-comparison.ts';
import { describeCorpusContent } from '../test-support/corpus/corpus-content.ts';
import { describeCorpusExpression } from '../test-support/corpus/corpus-expression.ts';
import { describeCorpusGenes } from '../test-support/corpus/corpus-genes.ts';
import { describeCorpusKme } from '../test-support/corpus/corpus-kme.ts';
import { describeCorpusMatching } from '../test-support/corpus/corpus-matching.ts';
import { describeCorpusNames } from '../test-support/corpus/corpus-names.ts';
import { describeCorpusPictures } from '../test-support/corpus/corpus-picture.ts';
import { describeCorpusSearches } from '../test-support/corpus/corpus-searches.ts';
import { describeCorpusStatistics } from '../test-support/corpus/corpus-statistics.ts';
import { takeInPath } from '../test-support/intake.ts';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';

if (CORPUS_IS_MISSING && process.env.CI === 'true')
  throw new Error(`${CORPUS} is missing; set OMICON_TEST_DATA.`);

describe.skipIf(CORPUS_IS_MISSING)('the corpus', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
    expect((await takeInPath(portal, CORPUS)).faults).toEqual([]);
  }, 600_000);
  afterAll(() => portal.close());

  describe('as it is stored', () => describeCorpusContent(() => portal));
  describe('as its values are stored', () => describeCorpusExpression(() => portal));
  describe('as groups of samples are compared', () => describeCorpusComparisons(() => portal));
  describe('searched before and after its jobs', () => describeCorpusSearches(() => portal));
  describe('with the results of its jobs', () => describeCorpusKme(() => portal));
  describe('in statistics of features', () => describeCorpusStatistics(() => portal));
  describe('by gene', () => describeCorpusGenes(() => portal));
  describe('as modules are found elsewhere', () => describeCorpusMatching(() => portal));
  describe('as records are called', () => describeCorpusNames(() => portal));
  describe('as its signals recur', () => describeCorpusAtlas(() => portal));
  describe('as modules are drawn', () => describeCorpusPictures(() => portal));
});
