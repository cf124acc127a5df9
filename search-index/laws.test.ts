/**
 * For random corpora, queries and people, the index returns the same rows as SQL over plain tables, and totals equal
 * the number of rows.
 */
import { searchAdvanced } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  corpusSpec,
  createPlainTables,
  storeCorpus,
} from '@omicon/server/test-support/corpus/random-corpus.ts';
import {
  DEFINITIONS,
  listedGenes,
  type Question,
  question,
  toFilters,
} from '@omicon/server/test-support/corpus/random-questions.ts';
import { type Caller, openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let portal: TestPortal;
let callers: Record<'guest' | 'owner' | 'reviewer' | 'member' | 'admin', Caller>;
beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  callers = {
    guest: await portal.signInAs('GU'),
    owner: await portal.signInAs('RU'),
    reviewer: await portal.signInAs('REVIEWER'),
    member: await portal.signInAs('LAB'),
    admin: await portal.signInAs('admin'),
  };
});
afterAll(() => portal.close());

/** The condition of a sample; null counts as false. */
function sampleCondition(sample: NonNullable<Question['sample']>): string | null {
  const parts: string[] = [];
  if (sample.disease) {
    const [operator, value] = sample.disease;
    const text = String(value).toLowerCase();
    if (operator === 'contains') parts.push(`position('${text}' in lower(disease)) > 0`);
    else parts.push(`lower(disease) ${operator === 'equal' ? '=' : '<>'} '${text}'`);
  }
  if (sample.grade) parts.push(`grade >= ${sample.grade}`);
  if (parts.length === 0) return null;
  const joined = parts
    .map((part) => `coalesce(${part}, false)`)
    .join(sample.combinator === 'and' ? ' and ' : ' or ');
  return sample.not ? `not (${joined})` : `(${joined})`;
}

function quantifierCondition({ quantifier, count, percent }: NonNullable<Question['sample']>): string {
  if (quantifier === 'solely') return 'found > 0 and found = n';
  if (quantifier === 'at_least') return `found >= ${count}`;
  return quantifier === 'share' ? `found > 0 and 100 * found >= ${percent} * n` : 'found > 0';
}

function networksOf({ who, sample, technology, relSignum }: Question): string {
  const readsLab = ['reviewer', 'member', 'admin'].includes(who);
  const person = callers[who].person_id;
  const conditions = [
    `(analysis_visibility = 'public' or ${readsLab} or analysis_owner = ${person})`,
    `(data_set_visibility = 'public' or ${readsLab} or data_set_owner = ${person})`,
  ];
  if (technology) conditions.push(`lower(technology) = lower('${technology}')`);
  if (relSignum) conditions.push(`rel_signum >= ${relSignum}`);
  const condition = sample && sampleCondition(sample);
  if (sample && condition)
    conditions.push(`data_set in (select data_set from (
      select data_set, count(*) as n, count(*) filter (where ${condition}) as found from plain_sample group by data_set) counted
      where ${quantifierCondition(sample)})`);
  return `select * from plain_network where ${conditions.join(' and ')}`;
}

function definitionIs(definition: string): string {
  return definition === 'Any' ? 'true' : `definition = '${definition}'`;
}

function matchedOf(rule: NonNullable<Question['features']>): string {
  const list = `array[${listedGenes(rule)
    .map((gene) => `'${gene}'`)
    .join(',')}]`;
  const length = listedGenes(rule).length;
  const least = rule.operator === 'all' ? length : rule.operator === 'any' ? 1 : rule.count;
  return `select network, module, definition as feature_definition, count(*) filter (where gene = any(${list})) as matches,
      count(*) filter (where gene = any(${list}))::float8 / (count(*) + ${length} - count(*) filter (where gene = any(${list}))) as jaccard
    from plain_member where ${definitionIs(rule.definition)} group by network, module, definition
    having count(*) filter (where gene = any(${list})) >= ${least}`;
}

/** The association of each module; of two spellings of an attribute the one with the smaller q. */
function traitedOf({ attribute, q_below, sign }: NonNullable<Question['trait']>): string {
  const hasSign = { any: 'true', positive: 'r > 0', negative: 'r < 0' }[sign];
  return `select * from (
      select distinct on (network, module) * from plain_trait
       where replace(lower(attribute), ' ', '_') = '${attribute.toLowerCase()}' order by network, module, q, trait_index) best
    where q < ${q_below} and ${hasSign}`;
}

function enrichedOf(
  rule: NonNullable<Question['enrichment']>,
  { hasFeatures, hasTrait }: { hasFeatures: boolean; hasTrait: boolean },
): string {
  const group = {
    all: 'network, module, definition, set_id',
    best_per_module: 'network, module, definition',
    most_significant_per_dataset: 'data_set',
  }[rule.keep];
  const named =
    rule.name_contains === undefined
      ? 'true'
      : `position('${rule.name_contains.toLowerCase()}' in lower(s.name)) > 0`;
  // The best of a group is chosen among modules that satisfy the other rules.
  const inMatched = hasFeatures ? 'and (e.network, e.module) in (select network, module from matched)' : '';
  const inTraited = hasTrait ? 'and (e.network, e.module) in (select network, module from traited)' : '';
  const kept = `${inMatched} ${inTraited}`;
  return `select * from (
      select e.*, min(p) over (partition by ${group}) as best from (
        select e.network, e.module, e.definition, e.set_id, e.p, s.name as set_name, n.data_set
          from plain_enrichment e join plain_set s on s.set_id = e.set_id join networks n on n.network = e.network
         where e.p < ${rule.p_below} and ${definitionIs(rule.definition)} and ${named} ${kept}) e) ranked
    where ${rule.keep === 'all' ? 'true' : 'p = best'}`;
}

/** The expected rows as text, by SQL over plain tables. */
async function askOracle(question: Question): Promise<string[]> {
  const { features, trait, enrichment } = question;
  const parts = [`networks as (${networksOf(question)})`];
  if (features) parts.push(`matched as (${matchedOf(features)})`);
  if (trait) parts.push(`traited as (${traitedOf(trait)})`);
  if (enrichment)
    parts.push(
      `enriched as (${enrichedOf(enrichment, { hasFeatures: features !== null, hasTrait: trait !== null })})`,
    );
  const columns = [
    'n.data_set_title',
    'n.name',
    features && !enrichment ? 'm.module' : enrichment ? 'e.module' : 'd.module',
  ];
  let from = 'networks n';
  if (enrichment) from += ' join enriched e on e.network = n.network';
  if (features)
    from += ` join matched m on m.network = n.network ${enrichment ? 'and m.module = e.module' : ''}`;
  // Rules of modules hold under every definition.
  if (!features && !enrichment)
    from += trait
      ? ` join (select network, module, definition from traited, (values ${DEFINITIONS.map((each) => `('${each}')`).join(', ')}) v(definition)) d on d.network = n.network`
      : ' join (select distinct network, module, definition from plain_member) d on d.network = n.network';
  if (trait) {
    const module = enrichment ? 'e.module' : features ? 'm.module' : 'd.module';
    from += ` join traited t on t.network = n.network and t.module = ${module}`;
  }
  columns.push(enrichment ? 'e.definition' : features ? 'm.feature_definition' : 'd.definition');
  if (enrichment) columns.push('e.set_id', 'e.p');
  if (features && enrichment) columns.push('m.feature_definition');
  if (features) columns.push('m.matches', 'm.jaccard');
  if (trait) columns.push('t.r', 't.r2', 't.q');
  const { rows } = await portal.pool.query<(string | number)[]>({
    text: `with ${parts.join(', ')} select ${columns.join(', ')} from ${from}`,
    rowMode: 'array',
  });
  return rows.map((row) => row.join(' | ')).sort();
}

function namesOf({ features, trait, enrichment }: Question): string[] {
  return [
    'Dataset',
    'Network',
    'Module',
    'Mod_Def',
    ...(enrichment ? ['SetID', 'Pval'] : []),
    ...(features && enrichment ? ['Mod_Def_Feature'] : []),
    ...(features ? ['Matches', 'Jaccard'] : []),
    ...(trait ? ['Trait_r', 'Trait_R2', 'Trait_q'] : []),
  ];
}

async function askIndex(question: Question): Promise<{ rows: string[]; total: number; ranked: number[] }> {
  const lines: string[] = [];
  const ranked: number[] = [];
  for (let page = 1; ; page += 1) {
    const { reply } = await portal.call(searchAdvanced, {
      as: callers[question.who],
      body: { result_type: 'covariation-modules', filters: toFilters(question), page, page_size: 7 },
    });
    const { results, result_count: total } = reply.data.searchResults;
    for (const row of results) {
      lines.push(
        namesOf(question)
          .map((name) => row[name])
          .join(' | '),
      );
      if (question.enrichment) ranked.push(Number(row.Pval));
      else if (question.features) ranked.push(-Number(row.Jaccard));
      else if (question.trait) ranked.push(Number(row.Trait_q));
    }
    if (results.length === 0 || lines.length >= total) return { rows: lines.sort(), total, ranked };
  }
}

/** Asked of every corpus: gene sets whose P is the limit are not below it. */
const AT_LIMITS = ([2.5e-11, 1e-64] as const).map(
  (p_below): Question => ({
    ...{ who: 'admin', sample: null, technology: null, relSignum: null, features: null, trait: null },
    enrichment: { definition: 'Any', p_below, name_contains: undefined, keep: 'all' },
  }),
);

test('the index returns the same rows as SQL over plain tables, page by page and in order, for each of five roles', async () => {
  await fc.assert(
    fc.asyncProperty(
      corpusSpec,
      fc.array(question, { minLength: 10, maxLength: 10 }),
      async (corpus, questions) => {
        await storeCorpus(portal, corpus, callers.owner.person_id);
        for (const question of [...questions, ...AT_LIMITS]) {
          const { rows, total, ranked } = await askIndex(question);
          expect(rows, JSON.stringify(question)).toEqual(await askOracle(question));
          expect(total).toBe(rows.length);
          expect(ranked).toEqual(ranked.toSorted((a, b) => a - b));
        }
      },
    ),
    { numRuns: 25 },
  );
}, 180_000);
