/** Random requests that may be split into parts, about the random corpora. */
import type { Query } from '@omicon/domain/query/query.ts';
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import type { RankModulesRequest, SplitRequest } from '@omicon/search-index/requests.ts';
import fc from 'fast-check';
import { GENES } from './random-corpus.ts';
import { question, toFilters } from './random-questions.ts';

/** The modules of all that the laboratory reads, by three genes. */
export const RANKING: RankModulesRequest = {
  kind: 'rank-modules',
  viewer: { person_id: null, readsLab: true },
  symbols: ['GENE0', 'GENE1', 'GENE5'],
  background: null,
  definition: 'Any',
  filters: {},
  direction: 'over',
  fold: 'module',
  folded_under: undefined,
  page: 1,
  page_size: 20,
  sort: undefined,
  order: undefined,
};

const order = fc.constantFrom<'asc' | 'desc' | undefined>(undefined, 'asc', 'desc');
const page = fc.record({
  page: fc.integer({ min: 1, max: 3 }),
  page_size: fc.integer({ min: 1, max: 9 }),
  order,
});

const fold = fc.constantFrom<ModuleFold>('module', 'module', 'module', 'module', 'data-set', 'meta-module');

const resultType = fc.constantFrom<Query['result_type']>(
  'covariation-modules',
  'covariation-modules',
  'covariation-modules',
  'features',
  'gene-sets',
  'covariation-networks',
  'analyses',
  'data-sets',
  'data-collections',
);

/** Rules of records are rare, because they leave networks of one data set. */
const wideQuestion = fc
  .record({ question, keeps: fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 }) })
  .map(({ question: { sample, technology, relSignum, ...others }, keeps }) => ({
    ...others,
    sample: keeps[0] === 0 ? sample : null,
    technology: keeps[1] === 0 ? technology : null,
    relSignum: keeps[2] === 0 ? relSignum : null,
  }));

const aQuery = fc.record({
  question: wideQuestion,
  /** of the rules of modules */
  not: fc.boolean(),
  result_type: resultType,
  show: fc.constantFrom<'records' | 'count'>('records', 'records', 'count'),
  page,
  sort: fc.constantFrom(undefined, undefined, 'Pval', 'Jaccard', 'Matches', 'Percent', 'Trait_q', 'Module'),
  fold,
});

const aRanking = fc.record({
  question: wideQuestion,
  symbols: fc.subarray([...GENES, 'GENE99'], { minLength: 1 }),
  background: fc.option(fc.subarray(GENES, { minLength: 6 }), { freq: 4 }),
  definition: fc.constantFrom<'Any' | 'Seed' | 'Bonferroni' | 'FDR'>('Any', 'Seed', 'Bonferroni', 'FDR'),
  direction: fc.constantFrom<'over' | 'under' | 'both'>('over', 'under', 'both'),
  page,
  sort: fc.constantFrom(
    ...[undefined, undefined, 'Pval', 'qval', 'Overlap', 'Size', 'Listed', 'Universe', 'Jaccard', 'Dataset'],
  ),
  fold,
});

function viewerOf(who: string, owner: number) {
  return { person_id: who === 'owner' ? owner : null, readsLab: !['owner', 'guest'].includes(who) };
}

function toSearch(
  {
    question,
    not,
    result_type,
    show,
    page,
    sort,
    fold,
  }: typeof aQuery extends fc.Arbitrary<infer T> ? T : never,
  owner: number,
): SplitRequest {
  const filters = toFilters(question);
  const negated = not && filters.modules ? { modules: { ...filters.modules, not } } : {};
  const query = { result_type, filters: { ...filters, ...negated } } as Query;
  return { kind: 'search', query, viewer: viewerOf(question.who, owner), show, ...page, sort, fold };
}

/** Requests that may be split. @param owner the person who owns the private records */
export function splitRequests(owner: number): fc.Arbitrary<SplitRequest> {
  return fc.oneof(
    { weight: 4, arbitrary: aQuery.map((asked) => toSearch(asked, owner)) },
    {
      weight: 1,
      arbitrary: aQuery.map((asked): SplitRequest => {
        const { query, viewer } = toSearch(asked, owner) as Extract<SplitRequest, { kind: 'search' }>;
        return { kind: 'count', query, viewer };
      }),
    },
    {
      weight: 3,
      arbitrary: aRanking.map(({ question, page, ...asked }): SplitRequest => {
        const { dataset, sample, networks } = toFilters(question);
        const filters = { dataset, sample, networks } as Query['filters'];
        return {
          kind: 'rank-modules',
          viewer: viewerOf(question.who, owner),
          filters,
          folded_under: undefined,
          ...asked,
          ...page,
        };
      }),
    },
  );
}
