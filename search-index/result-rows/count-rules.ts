/** How many records remain after each rule, in the order in which the rules narrow. */
import { changeRules, listRules } from '@omicon/domain/query/check-query.ts';
import type { Group, Query, ResultType, Rule } from '@omicon/domain/query/query.ts';
import { selectsModules } from '@omicon/domain/query/rules/rule-kinds.ts';
import { type Engine, findMatches } from '../match/find-matches.ts';
import type { Reader } from '../read/catalog-entries.ts';
import { getPage } from './order-rows.ts';

async function countOf(engine: Engine, query: Query, viewer: Reader): Promise<number> {
  const found = await findMatches(engine, query, viewer);
  const page = { from: 0, to: 0, sort: undefined, order: undefined };
  return (await getPage({ found, columns: engine.columns, query, merged: null }, page)).total;
}

export interface CountReply {
  /**
   * in the order in which rules narrow; `of` is the counted type, which may be networks before a rule selects modules
   */
  counts: { path: string; remaining: number; of: ResultType }[];
  total: number;
}

/** The outermost group whose later rules may bring back records that an earlier rule excluded. */
function reviving(parents: readonly Group[]): Group | undefined {
  return parents.find(({ combinator, not }) => combinator === 'or' || not);
}

/** Counts after each rule: for all rules, or until nothing remains that a later rule could bring back. */
export async function countRules(
  engine: Engine,
  query: Query,
  viewer: Reader,
  which: 'all' | 'until empty' = 'all',
): Promise<CountReply> {
  const kept = new Set<Rule>();
  // Unique features are counted over modules; before a rule selects modules, networks are counted instead.
  let of: ResultType = query.result_type === 'features' ? 'covariation-networks' : query.result_type;
  const counts: CountReply['counts'] = [];
  const rules = listRules(query.filters);
  for (const [index, { rule, section, path, parents }] of rules.entries()) {
    kept.add(rule);
    if (selectsModules(rule, section)) of = query.result_type;
    const filters = changeRules(query.filters, (each) => (kept.has(each) ? [each] : []));
    const remaining = await countOf(engine, { ...query, result_type: of, filters }, viewer);
    counts.push({ path, remaining, of });
    const outer = reviving(parents);
    const isSettled = outer === undefined || reviving(rules[index + 1]?.parents ?? []) !== outer;
    if (which === 'until empty' && remaining === 0 && isSettled) return { counts, total: 0 };
  }
  const last = counts.at(-1);
  const isWhole = last !== undefined && last.of === query.result_type;
  return { counts, total: isWhole ? last.remaining : await countOf(engine, query, viewer) };
}
