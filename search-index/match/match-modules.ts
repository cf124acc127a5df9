/** Evaluates module rules: attribute rules hold for a module, feature rules for a module under one definition. */

import { type Group, isGroup, restricts, ruleTest, valuesOf } from '@omicon/domain/query/query.ts';
import type { FieldRule } from '@omicon/domain/query/rules/field.ts';
import type { RuleIn } from '@omicon/domain/query/rules/rule-kinds.ts';
import type { QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import type { Client } from 'pg';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import type { Catalog, Reader } from '../read/catalog-entries.ts';
import type { KmeSegments } from '../read/kme-segments.ts';
import { countModuleSlots, type ModuleColumns } from '../read/module-columns.ts';
import { audienceOf, type ModuleGroups } from '../read/module-groups.ts';
import type { TraitColumns } from '../read/trait-columns.ts';
import { type FeatureFigures, matchFeatures } from './match-features.ts';
import { type KmeFigures, prepareKmeTest } from './match-kme.ts';
import { prepareTraitTest, type TraitFigures } from './match-traits.ts';
import { prepareRecurrenceTest, wholeReader } from './recurrence/match-recurrence.ts';
import type { SampleColumns, TermIds } from './samples.ts';

export interface MatchedModules {
  /** 1 at module slots that satisfy the rules */
  bits: Uint8Array;
  /** of the feature rule; null if there are only attribute rules */
  definition: QueryDefinition | null;
  /** of the first rule for features, traits and kME; absent without one */
  figures?: FeatureFigures;
  trait?: TraitFigures;
  kme?: KmeFigures;
}

interface Matching {
  client: Client;
  catalog: Catalog;
  columns: ModuleColumns;
  traits: TraitColumns;
  kme: KmeSegments;
  groups: ModuleGroups;
  samples: SampleColumns;
  terms: TermIds;
  within: readonly number[] | null;
  reader: Reader;
}

/** The field of modules by the support of their meta-module. */
export const SUPPORT = 'support';

/** Extends a bit under any definition to all definitions of the module. */
function overModules(bits: Uint8Array): Uint8Array {
  const all = new Uint8Array(bits.length);
  for (let first = 0; first < bits.length; first += DEFINITIONS_PER_MODULE) {
    if (bits[first] || bits[first + 1] || bits[first + 2]) all.fill(1, first, first + DEFINITIONS_PER_MODULE);
  }
  return all;
}

async function modulesByName(client: Client, rule: FieldRule): Promise<Set<number>> {
  const test = ruleTest(rule, 'text');
  const { rows } = await client.query<{ name: string }>(
    'select distinct name from covariation_module order by name',
  );
  const names = rows.map(({ name }) => name).filter((name) => test(name));
  const found = await client.query<{ id: number }>('select id from covariation_module where name = any($1)', [
    names,
  ]);
  return new Set(found.rows.map(({ id }) => id));
}

async function modulesByOmiconId(client: Client, rule: FieldRule): Promise<Set<number>> {
  const test = ruleTest(rule, 'text');
  const numbers = valuesOf(rule).flatMap((value) => {
    const [, number] = /^om\.cm\.(\d{1,9})$/i.exec(String(value)) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  const { rows } = await client.query<{ id: number; number: number }>(
    'select id, number from covariation_module where number = any($1)',
    [numbers],
  );
  return new Set(rows.filter(({ number }) => test(`OM.CM.${number}`)).map(({ id }) => id));
}

/**
 * Cohorts that have the meta-module of each module, by module id: 1 for a signal of its own cohort only, 0 for a module
 * that the atlas does not have yet.
 */
async function loadSupport({ catalog, groups, reader }: Matching): Promise<(module: number) => number> {
  const { meta, recurring, metaModules } = await groups.load(catalog, audienceOf(wholeReader(reader)));
  return (module) => metaModules.get(meta[module] ?? 0)?.found ?? ((recurring[module] ?? 0) > 0 ? 1 : 0);
}

/** Returns a test of an attribute rule by module id. */
async function prepareAttributeTest(
  matching: Matching,
  rule: FieldRule,
): Promise<(module: number) => boolean> {
  const { client, catalog, columns } = matching;
  const { key } = rule;
  if (key === 'name' || key === 'omicon_id') {
    const found = await (key === 'name' ? modulesByName : modulesByOmiconId)(client, rule);
    return (module) => found.has(module);
  }
  const test = ruleTest(rule, 'number');
  if (key === 'size') {
    const sizes = await columns.loadSizes(catalog, 0);
    return (module) => test(String(sizes[module * DEFINITIONS_PER_MODULE] ?? 0));
  }
  if (key === SUPPORT) {
    const supportOf = await loadSupport(matching);
    return (module) => test(String(supportOf(module)));
  }
  const values = await columns.loadStatistic(catalog, key);
  return (module) => {
    const value = values[module] ?? Number.NaN;
    return !Number.isNaN(value) && test(String(value));
  };
}

/** All definitions of the modules for which `holds` is true. */
function matched({ catalog }: Matching, holds: (module: number) => boolean): MatchedModules {
  const bits = new Uint8Array(countModuleSlots(catalog));
  for (const { modules } of catalog.networks) {
    for (const module of modules) {
      if (holds(module)) bits.fill(1, module * DEFINITIONS_PER_MODULE, (module + 1) * DEFINITIONS_PER_MODULE);
    }
  }
  return { bits, definition: null };
}

async function matchRule(matching: Matching, rule: RuleIn<'modules'>): Promise<MatchedModules> {
  switch (rule.kind) {
    case 'features':
      return { ...(await matchFeatures(matching, rule)), definition: rule.definition };
    case 'trait': {
      const { holds, figures } = await prepareTraitTest(matching, rule);
      return { ...matched(matching, holds), trait: figures };
    }
    case 'kme_of_gene': {
      const { holds, figures } = await prepareKmeTest(matching, rule);
      return { ...matched(matching, holds), kme: figures };
    }
    case 'recurs_in':
      return matched(matching, await prepareRecurrenceTest(matching, rule));
    case 'field':
      return matched(matching, await prepareAttributeTest(matching, rule));
  }
}

/** Rules of different definitions are combined per module; the definition of the first is shown. */
function joinBoth(first: MatchedModules, second: MatchedModules): MatchedModules {
  const isSame =
    first.definition === null || second.definition === null || first.definition === second.definition;
  const other = isSame ? second.bits : overModules(second.bits);
  const bits = first.bits.map((bit, moduleSlot) => bit & (other[moduleSlot] ?? 0));
  return { ...second, ...first, bits, definition: first.definition ?? second.definition };
}

function joinEither(first: MatchedModules, second: MatchedModules): MatchedModules {
  const bits = first.bits.map((bit, moduleSlot) => bit | (second.bits[moduleSlot] ?? 0));
  const definition = first.definition === second.definition ? first.definition : 'Any';
  return { ...second, ...first, bits, definition };
}

/** Module slots that satisfy the rules of a group; null if it does not restrict. */
export async function matchModules(
  matching: Matching,
  group: Group<RuleIn<'modules'>> | undefined,
): Promise<MatchedModules | null> {
  if (!restricts(group)) return null;
  let joined: MatchedModules | null = null;
  for (const node of group.rules) {
    const matched = isGroup(node) ? await matchModules(matching, node) : await matchRule(matching, node);
    if (matched === null) continue;
    if (joined === null) joined = matched;
    else joined = group.combinator === 'and' ? joinBoth(joined, matched) : joinEither(joined, matched);
  }
  if (joined === null || !group.not) return joined;
  return { definition: joined.definition, bits: joined.bits.map((bit) => 1 - bit) };
}
