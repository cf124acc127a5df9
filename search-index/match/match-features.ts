/** Which modules hold the features of a list: postings are counted, no module is read. */

import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { QUERY_IDENTIFIERS, type QueryIdentifier, type Rule } from '@omicon/domain/query/query.ts';
import { definitionNumbers, type QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import type { Client } from 'pg';
import { toU32, viewOf } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import type { Catalog } from '../read/catalog-entries.ts';
import { type ModuleColumns, placesOf } from '../read/module-columns.ts';
import { copyRows, numberList, quote, type RawRow, readInt, readText, useRows } from '../read/rows.ts';

/** Unique identifiers of a list in compared spelling. */
export function listedKeys(rule: Rule): string[] {
  const values = Array.isArray(rule.value) ? rule.value : rule.value === undefined ? [] : [rule.value];
  return [...new Set(values.map((value) => mappingKey(String(value))).filter((key) => key !== ''))];
}

/** Feature ids that lead to each identifier; identifiers that nothing leads to are left out. Table search_target. */
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
  /** identifiers of the list that a place holds */
  matches: Uint16Array;
  /** own features of a place that lead to any of them */
  own: Uint16Array;
  listed: number;
}

/** Counts at every place at once. Table gene_post, primary key: one row a feature, definition and block. */
export async function countFeatures(
  client: Client,
  catalog: Catalog,
  asked: { identifier: QueryIdentifier; keys: readonly string[]; definition: QueryDefinition },
): Promise<FeatureCounts> {
  const places = placesOf(catalog);
  const counts = {
    matches: new Uint16Array(places),
    own: new Uint16Array(places),
    listed: asked.keys.length,
  };
  const featuresOf = await listFeatures(client, asked.identifier, asked.keys);
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
  // Most identifiers are one feature, and that feature of no other: then matches and own features are the same count.
  const isSimple = (feature: number) => {
    const [identifier = 0, second] = identifiersOf.get(feature) ?? [];
    return second === undefined && listed[identifier]?.length === 1;
  };
  const others: Posting[][] = [];
  const shared: Posting[] = [];
  const count = (rows: readonly RawRow[]) => {
    for (const [feature, definition, bytes] of rows) {
      const posting = {
        definition: definition?.readInt16BE(0) ?? 0,
        modules: viewOf(bytes),
      };
      const id = readInt(feature);
      if (isSimple(id)) {
        addOnes(counts.own, posting);
        continue;
      }
      shared.push(posting);
      for (const identifier of identifiersOf.get(id) ?? []) {
        const known = others[identifier];
        if (known) known.push(posting);
        else others[identifier] = [posting];
      }
    }
    counts.matches.set(counts.own);
    for (const posting of shared) addOnes(counts.own, posting);
    countIdentifiers(counts.matches, others);
  };
  await useRows(
    client,
    `select feature_id, definition, modules from gene_post
      where feature_id = any(${numberList(identifiersOf.keys())}) and definition = any(${numberList(definitionNumbers(asked.definition))}::smallint[])`,
    count,
  );
  return counts;
}

interface Posting {
  definition: number;
  modules: DataView;
}

function addOnes(counts: Uint16Array, { definition, modules }: Posting): void {
  const places = counts.length;
  for (let at = 0; at < modules.byteLength; at += 4) {
    const place = modules.getUint32(at, true) * DEFINITIONS_PER_MODULE + definition;
    // Modules that came in after the catalog was read lie beyond its end.
    if (place < places) counts[place] = (counts[place] ?? 0) + 1;
  }
}

/** An identifier counts once a place, however many features of it the place holds. */
function countIdentifiers(matches: Uint16Array, byIdentifier: readonly Posting[][]): void {
  const stamps = byIdentifier.length === 0 ? null : new Uint16Array(matches.length);
  byIdentifier.forEach((postings, identifier) => {
    for (const { definition, modules } of postings) {
      for (let at = 0; at < modules.byteLength; at += 4) {
        const place = modules.getUint32(at, true) * DEFINITIONS_PER_MODULE + definition;
        if (stamps === null || place >= matches.length || stamps[place] === identifier + 1) continue;
        stamps[place] = identifier + 1;
        matches[place] = (matches[place] ?? 0) + 1;
      }
    }
  });
}

/** Figures of the places that a features rule leaves. */
export interface FeatureFigures {
  matches(place: number): number;
  /** |G and L| / |G or L|, in unique identifiers */
  jaccard(place: number): number;
  /** own features that match, of all own features */
  percent(place: number): number;
}

export interface MatchedFeatures {
  /** 1 at the places where the rule holds */
  bits: Uint8Array;
  figures: FeatureFigures;
}

export async function matchFeatures(
  client: Client,
  { catalog, columns }: { catalog: Catalog; columns: ModuleColumns },
  rule: Rule,
): Promise<MatchedFeatures> {
  const identifier = rule.identifier ?? 'SYMBOL';
  const definition = rule.definition ?? 'Any';
  const counts = await countFeatures(client, catalog, { identifier, keys: listedKeys(rule), definition });
  const sizes = await columns.loadSizes(catalog, QUERY_IDENTIFIERS.indexOf(identifier) + 1);
  const ownSizes = await columns.loadSizes(catalog, 0);
  const { matches, own, listed } = counts;
  const percent = (place: number) => (100 * (own[place] ?? 0)) / (ownSizes[place] ?? 1);
  const least = rule.operator === 'all' ? listed : rule.operator === 'any' ? 1 : (rule.count ?? 1);
  const leastPercent = rule.operator === 'greaterthanorequal' ? (rule.percent ?? 0) : 0;
  const bits = new Uint8Array(matches.length);
  for (let place = 0; place < bits.length; place += 1) {
    const found = matches[place] ?? 0;
    if (found >= least && found > 0 && (leastPercent === 0 || percent(place) >= leastPercent))
      bits[place] = 1;
  }
  return {
    bits,
    figures: {
      matches: (place) => matches[place] ?? 0,
      jaccard: (place) => (matches[place] ?? 0) / ((sizes[place] ?? 0) + listed - (matches[place] ?? 0)),
      percent,
    },
  };
}
