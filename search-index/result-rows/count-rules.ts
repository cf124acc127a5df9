/** How many records remain after each rule, in the order in which the rules narrow. */
import { listRules, selectsModules } from '@omicon/domain/query/check-query.ts';
import {
  type Filters,
  type Group,
  isGroup,
  QUERY_SECTIONS,
  type Query,
  type ResultType,
  type Rule,
} from '@omicon/domain/query/query.ts';
import { type Engine, findMatches } from '../match/search.ts';
import type { Reader } from '../read/catalog-entries.ts';
import { getPage } from './results.ts';

/** The group with only those of its rules that are in `kept`. */
function onlyRules(group: Group, kept: ReadonlySet<Rule>): Group {
  return {
    ...group,
    rules: group.rules.flatMap((node): (Rule | Group)[] =>
      isGroup(node) ? [onlyRules(node, kept)] : kept.has(node) ? [node] : [],
    ),
  };
}

function withRules(filters: Filters, kept: ReadonlySet<Rule>): Filters {
  const { sample, ...others } = filters;
  const narrowed: Filters = {};
  for (const section of QUERY_SECTIONS) {
    if (section === 'sample') continue;
    const group = others[section];
    if (group) narrowed[section] = onlyRules(group, kept);
  }
  if (sample) narrowed.sample = { ...sample, ...onlyRules(sample, kept) };
  return narrowed;
}

/** Unique features are counted over modules; before a rule selects modules, networks are counted instead. */
function countedType(type: ResultType, kept: ReadonlySet<Rule>): ResultType {
  if (type !== 'features') return type;
  return [...kept].some(selectsModules) ? type : 'covariation-networks';
}

async function countOf(engine: Engine, query: Query, viewer: Reader): Promise<number> {
  const found = await findMatches(engine, query, viewer);
  const page = { from: 0, to: 0, sort: undefined, order: undefined };
  return (await getPage({ found, columns: engine.columns, query, gathered: null }, page)).total;
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
  const counts: CountReply['counts'] = [];
  for (const section of QUERY_SECTIONS) {
    const group = query.filters[section];
    if (!group) continue;
    const rules = listRules(group, section);
    for (const [index, { rule, path, parents }] of rules.entries()) {
      kept.add(rule);
      const of = countedType(query.result_type, kept);
      const remaining = await countOf(
        engine,
        { ...query, result_type: of, filters: withRules(query.filters, kept) },
        viewer,
      );
      counts.push({ path, remaining, of });
      const outer = reviving(parents);
      const isSettled = outer === undefined || reviving(rules[index + 1]?.parents ?? []) !== outer;
      if (which === 'until empty' && remaining === 0 && isSettled) return { counts, total: 0 };
    }
  }
  const last = counts.at(-1);
  const isWhole = last !== undefined && last.of === query.result_type;
  return { counts, total: isWhole ? last.remaining : await countOf(engine, query, viewer) };
}
