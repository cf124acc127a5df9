/** The laboratory's sample queries over HTTP, as run by one click, but with a change each time to avoid caches. */
import type { Group, Query, Rule } from '@omicon/domain/query/query.ts';
import { isGroup } from '@omicon/domain/query/query.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import type { Product } from '../../journeys/harness/product.ts';
import {
  SAMPLE_QUERIES,
  type SampleQuery,
} from '../../server/areas/advanced-search/sample-queries/sample-queries.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { printTimes, repeat } from '../report/figures.ts';

const TRIES = 30;

/** Replaces the laboratory's genes by genes that occur together in the corpus; other identifiers are kept. */
function renameGenes(group: Group, genes: readonly string[]): Group {
  const rename = (rule: Rule): Rule =>
    rule.identifier === 'SYMBOL' && Array.isArray(rule.value)
      ? { ...rule, value: genes.slice(0, rule.value.length) }
      : rule;
  return {
    ...group,
    rules: group.rules.map((node) => (isGroup(node) ? renameGenes(node, genes) : rename(node))),
  };
}

/** Seed members of a module in the data that most sample queries use. */
async function findGenesTogether({ post, opened }: Product): Promise<string[]> {
  const { text } = await post('/api/advanced-search/', {
    result_type: 'covariation-modules',
    page_size: 1,
    filters: { sample: SAMPLE_QUERIES.find(({ id }) => id === 'q8')?.query.filters.sample },
  });
  const reply = JSON.parse(text) as {
    data: { searchResults: { results: { Covariation_Module_Omicon_ID: string }[] } };
  };
  const number = Number(reply.data.searchResults.results[0]?.Covariation_Module_Omicon_ID.split('.').at(-1));
  const { rows } = await sql<{ positions: Buffer; identifiers: string[] }>`
    select m.features as positions, l.identifiers from covariation_module c
      join module_member m on m.covariation_module_id = c.id and m.definition = 0
      join covariation_network n on n.id = c.covariation_network_id join feature_list l on l.id = n.feature_list_id
     where c.number = ${number}`.execute(opened.db);
  return rows.flatMap(({ positions, identifiers }) =>
    [0, 1, 2, 3].map((at) => identifiers[positions.readUInt32LE(4 * at)] ?? ''),
  );
}

/** A rule that every data collection satisfies, different each time, to avoid caches. */
function changed({ filters, ...query }: Query, genes: readonly string[], random: () => number): Query {
  const renamed = Object.fromEntries(
    Object.entries(filters).map(([section, group]) => [section, renameGenes(group as Group, genes)]),
  ) as Query['filters'];
  const always: Rule = { field: 'Number_of_Samples', operator: 'greaterthan', value: 50 * random() };
  const { collection } = renamed;
  return {
    ...query,
    filters: {
      ...renamed,
      collection: {
        combinator: 'and',
        not: false,
        ...collection,
        rules: [...(collection?.rules ?? []), always],
      },
    },
  };
}

interface QueryRun {
  product: Product;
  genes: readonly string[];
  random: () => number;
}

async function ask({ product, genes, random }: QueryRun, { query, sort }: SampleQuery) {
  const { ms, text } = await product.post('/api/advanced-search/', {
    ...changed(query, genes, random),
    page_size: 100,
    ...(sort === undefined ? {} : { sort: sort.by, order: sort.order }),
  });
  const reply = JSON.parse(text) as { data: { searchResults: { result_count: number } } };
  return { ms, total: reply.data.searchResults.result_count };
}

/** Prints the times of each query; throws if one finds nothing, because its time would be meaningless. */
export async function benchSampleQueries(product: Product, seed: number): Promise<void> {
  const queryRun: QueryRun = { product, genes: await findGenesTogether(product), random: randomFrom(seed) };
  console.log(`  sample queries, p50 / p95 of ${TRIES}, first`);
  for (const sample of SAMPLE_QUERIES) {
    const first = await ask(queryRun, sample);
    if (first.total === 0) throw new Error(`Sample query ${sample.id} finds nothing.`);
    const times = await repeat(TRIES, async () => (await ask(queryRun, sample)).ms);
    const more = `${first.ms.toFixed(0)} ms  (${first.total} rows)`;
    printTimes(`  ${sample.id} ${sample.query.result_type}`, times, more);
  }
}
