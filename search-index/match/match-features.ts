/** Finds modules that contain the features of a list by counting postings, without reading modules. */

import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { QUERY_IDENTIFIERS, type QueryIdentifier } from '@omicon/domain/query/query.ts';
import type { FeatureList } from '@omicon/domain/query/rules/feature.ts';
import type { FeaturesRule } from '@omicon/domain/query/rules/features.ts';
import { definitionNumbers, type QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import type { Client } from 'pg';
import { toU32 } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import type { Catalog } from '../read/catalog-entries.ts';
import { countModuleSlots, type ModuleColumns } from '../read/module-columns.ts';
import { copyRows, type Fields, inSegmentsOf, numberList, quote, readText, useFields } from '../read/rows.ts';

/** Unique identifiers of a list, as `mappingKey`. */
export function listedKeys({ names }: FeatureList): string[] {
  return [...new Set(names.map(mappingKey).filter((key) => key !== ''))];
}

/** Ids of the features that map to each identifier; identifiers without features are left out. Table search_target. */
export async function listFeatures(
  client: Client,
  identifier: QueryIdentifier,
  keys: readonly string[],
): Promise<Map<string, Uint32Array>> {
  if (keys.length === 0) return new Map();
  const rows = await copyRows(
    client,
    `select target, features from search_target where identifier = ${quote(identifier)} and target = any(array[${keys.map(quote).join(',')}])`,
  );
  return new Map(rows.map(([target, bytes]) => [readText(target), toU32(bytes ?? Buffer.alloc(0))]));
}

export interface FeatureCounts {
  /** by module slot: identifiers of the list in the module */
  matches: Uint16Array;
  /** by module slot: features of the module that map to any of them */
  own: Uint16Array;
  listed: number;
}

/** What features are counted in; of a part of a search only the segments that hold its networks are read. */
interface FeatureSource {
  client: Client;
  catalog: Catalog;
  within: readonly number[] | null;
}

/** Counts for all module slots. Table gene_post, primary key: one row per feature, definition and segment. */
export async function countFeatures(
  { client, catalog, within }: FeatureSource,
  list: { identifier: QueryIdentifier; keys: readonly string[]; definition: QueryDefinition },
): Promise<FeatureCounts> {
  const slotCount = countModuleSlots(catalog);
  const counts = {
    matches: new Uint16Array(slotCount),
    own: new Uint16Array(slotCount),
    listed: list.keys.length,
  };
  const featuresOf = await listFeatures(client, list.identifier, list.keys);
  const identifiersOf = new Map<number, number[]>();
  const listed = [...featuresOf.values()];
  listed.forEach((features, identifier) => {
    for (const feature of new Set(features)) {
      const known = identifiersOf.get(feature);
      if (known) known.push(identifier);
      else identifiersOf.set(feature, [identifier]);
    }
  });
  if (identifiersOf.size === 0) return counts;
  // Most identifiers have one feature that no other identifier has: then both counts are equal.
  const isSimple = (feature: number) => {
    const [identifier = 0, second] = identifiersOf.get(feature) ?? [];
    return second === undefined && listed[identifier]?.length === 1;
  };
  const count = (fields: Fields) => {
    const others: Posting[][] = [];
    const shared: Posting[] = [];
    const { view } = fields;
    while (fields.next()) {
      const feature = fields.int32(0);
      const posting = { definition: fields.int16(1), start: fields.start(2), end: fields.end(2) };
      if (isSimple(feature)) {
        addOnes(counts.own, view, posting);
        continue;
      }
      shared.push(posting);
      for (const identifier of identifiersOf.get(feature) ?? []) {
        const known = others[identifier];
        if (known) known.push(posting);
        else others[identifier] = [posting];
      }
    }
    counts.matches.set(counts.own);
    for (const posting of shared) addOnes(counts.own, view, posting);
    countIdentifiers(counts.matches, view, others);
  };
  await useFields(
    client,
    `select feature_id, definition, modules from gene_post
      where feature_id = any(${numberList(identifiersOf.keys())}) and definition = any(${numberList(definitionNumbers(list.definition))}::smallint[])${inSegmentsOf(within)}`,
    count,
  );
  return counts;
}

/** Modules of a feature under a definition: u32 from `start` to before `end` in the bytes of the statement. */
interface Posting {
  definition: number;
  start: number;
  end: number;
}

function addOnes(counts: Uint16Array, modules: DataView, { definition, start, end }: Posting): void {
  const slotCount = counts.length;
  for (let at = start; at < end; at += 4) {
    const moduleSlot = modules.getUint32(at, true) * DEFINITIONS_PER_MODULE + definition;
    // Modules added after the catalog was loaded lie beyond its end.
    if (moduleSlot < slotCount) counts[moduleSlot] = (counts[moduleSlot] ?? 0) + 1;
  }
}

/** An identifier counts once per module slot, however many of its features the module contains. */
function countIdentifiers(matches: Uint16Array, modules: DataView, byIdentifier: readonly Posting[][]): void {
  const stamps = byIdentifier.length === 0 ? null : new Uint16Array(matches.length);
  byIdentifier.forEach((postings, identifier) => {
    for (const { definition, start, end } of postings) {
      for (let at = start; at < end; at += 4) {
        const moduleSlot = modules.getUint32(at, true) * DEFINITIONS_PER_MODULE + definition;
        if (stamps === null || moduleSlot >= matches.length || stamps[moduleSlot] === identifier + 1)
          continue;
        stamps[moduleSlot] = identifier + 1;
        matches[moduleSlot] = (matches[moduleSlot] ?? 0) + 1;
      }
    }
  });
}

/** Figures of the module slots that satisfy a feature rule. */
export interface FeatureFigures {
  matches(moduleSlot: number): number;
  /** |module and list| / |module or list|, in unique identifiers */
  jaccard(moduleSlot: number): number;
  /** matching features as a percentage of all features of the module */
  percent(moduleSlot: number): number;
}

export interface MatchedFeatures {
  /** 1 at module slots that satisfy the rule */
  bits: Uint8Array;
  figures: FeatureFigures;
}

/** Module slots that satisfy a feature rule, with their figures. */
export async function matchFeatures(
  { columns, ...source }: FeatureSource & { columns: ModuleColumns },
  rule: FeaturesRule,
): Promise<MatchedFeatures> {
  const { identifier, definition } = rule;
  const counts = await countFeatures(source, { identifier, keys: listedKeys(rule), definition });
  const { catalog } = source;
  const sizes = await columns.loadSizes(catalog, QUERY_IDENTIFIERS.indexOf(identifier) + 1);
  const ownSizes = await columns.loadSizes(catalog, 0);
  const { matches, own, listed } = counts;
  const percent = (moduleSlot: number) => (100 * (own[moduleSlot] ?? 0)) / (ownSizes[moduleSlot] ?? 1);
  const least = rule.operator === 'all' ? listed : rule.operator === 'any' ? 1 : (rule.count ?? 1);
  const leastPercent = rule.operator === 'greaterthanorequal' ? (rule.percent ?? 0) : 0;
  const bits = new Uint8Array(matches.length);
  for (let moduleSlot = 0; moduleSlot < bits.length; moduleSlot += 1) {
    const found = matches[moduleSlot] ?? 0;
    if (found >= least && found > 0 && (leastPercent === 0 || percent(moduleSlot) >= leastPercent))
      bits[moduleSlot] = 1;
  }
  return {
    bits,
    figures: {
      matches: (moduleSlot) => matches[moduleSlot] ?? 0,
      jaccard: (moduleSlot) =>
        (matches[moduleSlot] ?? 0) / ((sizes[moduleSlot] ?? 0) + listed - (matches[moduleSlot] ?? 0)),
      percent,
    },
  };
}
