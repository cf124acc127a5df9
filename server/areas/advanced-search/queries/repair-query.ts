/** Reads the gene lists and genes of a query: other identifiers become official symbols, and what is unknown is told. */
import type { SymbolRepair } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { isIdentifier, readIdentifier, withoutVersion } from '@omicon/domain/identifiers/read-identifiers.ts';
import { changeRules, listRules } from '@omicon/domain/query/check-query.ts';
import type { Query, QueryIdentifier, Rule } from '@omicon/domain/query/query.ts';
import type { NamedFeatures } from '@omicon/domain/query/rules/rule-kind.ts';
import { kindOf } from '@omicon/domain/query/rules/rule-kinds.ts';
import { TRAIT } from '@omicon/domain/query/rules/trait.ts';
import { attributeInFiles } from '@omicon/domain/records/samples/sample-attributes.ts';
import type { Viewer } from '@omicon/search-index/read/catalog-entries.ts';
import { listMeasuredNames, type RepairServices, repairFor } from '../../../records/gene/repair-list.ts';
import { valueOfLabel } from '../../../records/sample/value-labels.ts';

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

/** Groups of traits that are named by their label, with the values that the tables hold. */
async function readGroups({ db }: RepairServices, { filters }: Query): Promise<ReadonlyMap<Rule, string>> {
  const values = new Map<Rule, string>();
  for (const { rule, section } of listRules(filters)) {
    if (kindOf(rule, section).kind !== TRAIT.kind) continue;
    const { attribute, higher_in: label } = TRAIT.parse(rule);
    const value =
      label === '' ? null : await valueOfLabel(db, { attribute: attributeInFiles(attribute), label });
    if (value !== null) values.set(rule, value);
  }
  return values;
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
  const groups = await readGroups(services, query);
  const repairs: SymbolRepair[] = [];
  const filters = changeRules(query.filters, (rule, { path, section }) => {
    const group = groups.get(rule);
    if (group !== undefined) return [{ ...rule, higher_in: group }];
    const named = kindOf(rule, section).readNames?.(rule);
    if (named === undefined || named.names.length === 0) return [rule];
    const of: Readings = readings.get(named.identifier) ?? new Map();
    for (const given of namesOf(named)) {
      const reading = of.get(given);
      for (const used of reading?.used ?? []) repairs.push({ path, given, used, candidates: [] });
      if (reading?.used.length === 0)
        repairs.push({ path, given, used: null, candidates: reading.candidates });
    }
    const read = (value: string | number) => {
      const used = of.get(String(value).trim())?.used ?? [];
      return used.length > 0 ? used : [value];
    };
    return [named.rename(named.names.flatMap(read))];
  });
  return { query: { ...query, filters }, repairs };
}
