/**
 * Reads the names in a query: other identifiers of genes become official symbols, and what is unknown is told; labels
 * of coded sample values find the values.
 */
import type { SymbolRepair } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { isIdentifier, readIdentifier, withoutVersion } from '@omicon/domain/identifiers/read-identifiers.ts';
import { changeRules, listRules } from '@omicon/domain/query/check-query.ts';
import {
  isNumberText,
  type Operator,
  type Query,
  type QueryIdentifier,
  type Rule,
  valuesOf,
} from '@omicon/domain/query/query.ts';
import { RECURS } from '@omicon/domain/query/rules/recurs.ts';
import type { NamedFeatures } from '@omicon/domain/query/rules/rule-kind.ts';
import { kindOf } from '@omicon/domain/query/rules/rule-kinds.ts';
import { TRAIT } from '@omicon/domain/query/rules/trait.ts';
import { attributeInFiles } from '@omicon/domain/records/samples/sample-attributes.ts';
import { isTermId } from '@omicon/domain/records/samples/value-labels.ts';
import type { Viewer } from '@omicon/search-index/read/catalog-entries.ts';
import type { Db } from '../../../base/postgres/database.ts';
import { listMeasuredNames, type RepairServices, repairFor } from '../../../records/gene/repair-list.ts';
import { listValuesOfLabels } from '../../../records/sample/value-labels.ts';

interface RepairedQuery {
  query: Query;
  repairs: SymbolRepair[];
}

/** What a name is searched as; without any, and without candidates, it is unknown. */
interface Reading {
  used: string[];
  candidates: string[];
}

/** Readings of the names that are searched as other ones, or are not clear. */
type Readings = ReadonlyMap<string, Reading>;

function namesOf({ names }: NamedFeatures): string[] {
  return [...new Set(names.map((value) => String(value).trim()).filter(isIdentifier))];
}

function namesByKind({ filters }: Query): Map<QueryIdentifier, Set<string>> {
  const names = new Map<QueryIdentifier, Set<string>>();
  for (const { rule, section } of listRules(filters)) {
    const named = kindOf(rule, section).readNames?.(rule);
    if (named === undefined) continue;
    const { identifier } = named;
    names.set(identifier, new Set([...(names.get(identifier) ?? []), ...namesOf(named)]));
  }
  return names;
}

async function readSymbols(
  services: RepairServices,
  viewer: Viewer,
  names: readonly string[],
): Promise<Readings> {
  const { cleaned, mapped, dates, ambiguous, unknown } = await repairFor(services, viewer, names);
  const readings = new Map<string, Reading>(unknown.map((from) => [from, { used: [], candidates: [] }]));
  for (const { from, candidates } of ambiguous) readings.set(from, { used: [], candidates });
  for (const { from, to } of [...cleaned, ...mapped, ...dates])
    readings.set(from, { used: [...(readings.get(from)?.used ?? []), to], candidates: [] });
  return readings;
}

/** Ids without marks and versions; those that no readable data have are unknown. */
async function readIds(
  services: RepairServices,
  viewer: Viewer,
  { kind, names }: { kind: QueryIdentifier; names: readonly string[] },
): Promise<Readings> {
  const idOf = (name: string) => withoutVersion(readIdentifier(name));
  const keys = names.map((name) => mappingKey(idOf(name)));
  const known = await listMeasuredNames(services, viewer, { kind, keys });
  return new Map(
    names.flatMap((name): [string, Reading][] => {
      if (!known.has(mappingKey(idOf(name)))) return [[name, { used: [], candidates: [] }]];
      return idOf(name) === name ? [] : [[name, { used: [idOf(name)], candidates: [] }]];
    }),
  );
}

/** Operators that compare with whole values, and what they are for a list of values. */
const OPERATOR_OF_LIST: ReadonlyMap<Operator | undefined, Operator> = new Map([
  ['equal', 'in'],
  ['in', 'in'],
  ['notequal', 'notin'],
  ['notin', 'notin'],
]);

/** The group of a trait: the value that its label stands for. */
async function readGroup(db: Db, rule: Rule): Promise<Rule> {
  const { attribute, higher_in } = TRAIT.parse(rule);
  if (higher_in === '') return rule;
  const asked = { attribute: attributeInFiles(attribute), labels: [higher_in] };
  const [[value = higher_in] = []] = (await listValuesOfLabels(db, asked)).values();
  return { ...rule, higher_in: value };
}

/** Values of a sample attribute: the given ones and those that they are the labels of; null where these are none. */
async function readValues(db: Db, attribute: string, rule: Rule): Promise<(string | number)[] | null> {
  const given = valuesOf(rule);
  const labels = given.map(String).filter((value) => !isNumberText(value) && !isTermId(value));
  if (labels.length === 0) return null;
  const values = await listValuesOfLabels(db, { attribute: attributeInFiles(attribute), labels });
  return values.size === 0 ? null : [...new Set([...given, ...[...values.values()].flat()])];
}

async function readLabels(db: Db, rule: Rule): Promise<Rule> {
  const operator = OPERATOR_OF_LIST.get(rule.operator);
  if (operator === undefined) return rule;
  const value = await readValues(db, rule.field, rule);
  return value === null ? rule : { ...rule, operator, value };
}

/** The values that choose the data sets. Attributes of data sets have no coded values. */
async function readRecurrence(db: Db, rule: Rule): Promise<Rule> {
  const value = await readValues(db, RECURS.parse(rule).attribute, rule);
  return value === null ? rule : { ...rule, value };
}

/** Rules that name coded values by their labels, as they are searched. */
async function readLabelled(db: Db, { filters }: Query): Promise<ReadonlyMap<Rule, Rule>> {
  const read = new Map<Rule, Rule>();
  for (const { rule, section } of listRules(filters)) {
    const { kind } = kindOf(rule, section);
    if (kind === TRAIT.kind) read.set(rule, await readGroup(db, rule));
    else if (kind === RECURS.kind) read.set(rule, await readRecurrence(db, rule));
    else if (section === 'sample') read.set(rule, await readLabels(db, rule));
  }
  return read;
}

/** The repaired query, and what became of its names. Unknown and ambiguous names are searched as they are. */
export async function repairQuery(
  services: RepairServices,
  viewer: Viewer,
  query: Query,
): Promise<RepairedQuery> {
  const readings = new Map<QueryIdentifier, Readings>();
  for (const [kind, names] of namesByKind(query)) {
    const given = { kind, names: [...names] };
    readings.set(
      kind,
      kind === 'SYMBOL'
        ? await readSymbols(services, viewer, given.names)
        : await readIds(services, viewer, given),
    );
  }
  const labelled = await readLabelled(services.db, query);
  const repairs: SymbolRepair[] = [];
  const filters = changeRules(query.filters, (rule, { path, section }) => {
    const read = labelled.get(rule);
    if (read !== undefined) return [read];
    const named = kindOf(rule, section).readNames?.(rule);
    if (named === undefined || named.names.length === 0) return [rule];
    const of: Readings = readings.get(named.identifier) ?? new Map();
    for (const given of namesOf(named)) {
      const reading = of.get(given);
      for (const used of reading?.used ?? []) repairs.push({ path, given, used, candidates: [] });
      if (reading?.used.length === 0)
        repairs.push({ path, given, used: null, candidates: reading.candidates });
    }
    const nameOf = (value: string | number) => {
      const used = of.get(String(value).trim())?.used ?? [];
      return used.length > 0 ? used : [value];
    };
    return [named.rename(named.names.flatMap(nameOf))];
  });
  return { query: { ...query, filters }, repairs };
}
