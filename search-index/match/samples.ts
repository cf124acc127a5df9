/**
 * Sample rules over dictionary-encoded columns: each distinct value is tested once, then samples are looked up by code.
 */

import { codeAt, u8At } from '@omicon/domain/arrays/number-at.ts';
import {
  fieldKey,
  type Group,
  isGroup,
  restricts,
  rulesOf,
  ruleTest,
  type SampleGroup,
} from '@omicon/domain/query/query.ts';
import type { FieldRule } from '@omicon/domain/query/rules/field.ts';
import { ontologyOf } from '@omicon/domain/records/samples/ontology-columns.ts';
import { readColumn, type SampleColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import type { Client } from 'pg';
import type { Catalog, CollectionEntry, DataSetEntry } from '../read/catalog-entries.ts';
import { copyRows, quote, readInt, readText } from '../read/rows.ts';

/** The owner of samples: a version of a data collection or data set. */
export interface SampleOwner {
  owner_type: 'dc' | 'ds';
  id: number;
  sample_columns: readonly string[];
  number_of_samples: number;
}

export function ownerOf(entry: CollectionEntry | DataSetEntry, owner_type: 'dc' | 'ds'): SampleOwner {
  return {
    owner_type,
    id: entry.id,
    sample_columns: entry.sample_columns,
    number_of_samples: entry.number_of_samples,
  };
}

const LABEL = 'label';

/** Cache of sample columns, until the corpus changes. */
export class SampleColumns {
  private readonly client: Client;
  private readonly columns = new Map<string, SampleColumn>();
  private readonly loaded = new Set<string>();
  private version = -1;

  constructor(client: Client) {
    this.client = client;
  }

  /** Loads the columns of these names for all owners. Table sample_column, index sample_column_attribute. */
  async load(names: Iterable<string>, catalog: Catalog): Promise<void> {
    if (catalog.version !== this.version) {
      this.columns.clear();
      this.loaded.clear();
      this.version = catalog.version;
    }
    const missing = [...new Set(names)].filter((name) => !this.loaded.has(name));
    if (missing.length === 0) return;
    const owners = new Set([
      ...catalog.collections.map(({ id }) => `dc ${id}`),
      ...catalog.dataSets.map(({ id }) => `ds ${id}`),
    ]);
    if (missing.includes(LABEL)) await this.loadLabels();
    const attributes = missing.filter((name) => name !== LABEL);
    if (attributes.length > 0) {
      const rows = await copyRows(
        this.client,
        `select owner_type, owner_id, attribute, to_json(known_values)::text, codes from sample_column
          where attribute in (${attributes.map(quote).join(', ')})`,
      );
      // Data sets of one collection usually have the same values: they share one list, which is tested once.
      const lists = new Map<string, string[]>();
      for (const [type, id, attribute, values, codes] of rows) {
        const owner = `${readText(type)} ${readInt(id)}`;
        if (!owners.has(owner) || !codes) continue;
        const text = readText(values);
        const list: string[] = lists.get(text) ?? JSON.parse(text);
        lists.set(text, list);
        this.columns.set(`${owner} ${readText(attribute)}`, readColumn(list, codes));
      }
    }
    for (const name of missing) this.loaded.add(name);
  }

  private async loadLabels(): Promise<void> {
    const rows = await copyRows(
      this.client,
      `select owner_type, owner_id, json_agg(label order by sample_index)::text from sample group by owner_type, owner_id`,
    );
    for (const [type, id, labels] of rows) {
      const values: string[] = JSON.parse(readText(labels));
      this.columns.set(`${readText(type)} ${readInt(id)} ${LABEL}`, {
        values,
        codes: Uint32Array.from(values, (_, index) => index + 1),
      });
    }
  }

  get({ owner_type, id }: SampleOwner, name: string): SampleColumn | undefined {
    return this.columns.get(`${owner_type} ${id} ${name}`);
  }
}

/** The ontology id column of a field by its key, or the field itself. */
export function idColumnOf(key: string): string {
  return ontologyOf(key)?.idColumn ?? key;
}

/** Columns of an owner that a rule applies to. */
export function columnsOfRule(rule: FieldRule, sample_columns: readonly string[]): string[] {
  const key = rule.operator === 'under' ? idColumnOf(rule.key) : rule.key;
  if (rule.columns === undefined) {
    if (key === LABEL) return [LABEL];
    return sample_columns.filter((column) => fieldKey(column) === key);
  }
  return sample_columns.filter((column) => {
    const name = fieldKey(column);
    return name.includes(key) && !name.endsWith('_source');
  });
}

/** Columns that the rules of a group apply to, over all owners. */
export function columnsOfGroup(group: Group<FieldRule> | undefined, catalog: Catalog): Set<string> {
  const names = new Set<string>();
  const seen = new Set<readonly string[]>();
  const rules = rulesOf(group);
  for (const { sample_columns } of [...catalog.collections, ...catalog.dataSets]) {
    if (seen.has(sample_columns)) continue;
    seen.add(sample_columns);
    for (const rule of rules) for (const name of columnsOfRule(rule, sample_columns)) names.add(name);
  }
  return names;
}

/** Ids of a rule's term and its descendants, in upper case. */
export interface TermIds {
  get(rule: FieldRule): ReadonlySet<string>;
}

interface Judging {
  columns: SampleColumns;
  catalog: Catalog;
  terms: TermIds;
}

/** A rule prepared for all owners: a query tests hundreds of owners with the same columns. */
interface ReadyRule {
  test(value: string): boolean;
  /** columns of the rule, by the column list of an owner, which owners with the same columns share */
  names: Map<readonly string[], string[]>;
  /** verdict by code, by the value list of a column; NA is code 0 and never satisfies a rule */
  verdicts: Map<readonly string[], Uint8Array>;
}

const NO_VALUES: readonly string[] = [];

interface JudgedColumn {
  codes: SampleColumn['codes'];
  /** by code: 1 if the rule holds */
  verdicts: Uint8Array;
}

/** Combines the verdicts of a rule into `all`, without allocating an array. */
function combineByCode(all: Uint8Array, { codes, verdicts }: JudgedColumn, isAnd: boolean): void {
  if (isAnd) {
    for (let sample = 0; sample < all.length; sample += 1)
      all[sample] = u8At(all, sample) & (verdicts[codeAt(codes, sample)] ?? 0);
  } else {
    for (let sample = 0; sample < all.length; sample += 1)
      all[sample] = u8At(all, sample) | (verdicts[codeAt(codes, sample)] ?? 0);
  }
}

/** Evaluates the sample rules of one query, owner by owner. Their columns must be loaded. */
export class SampleJudge {
  private readonly judging: Judging;
  private readonly ready = new Map<FieldRule, ReadyRule>();
  private readonly buffers: Uint8Array[] = [];

  constructor(judging: Judging) {
    this.judging = judging;
  }

  private testOf(rule: FieldRule): (value: string) => boolean {
    const { catalog, terms } = this.judging;
    if (rule.operator === 'under') {
      const ids = terms.get(rule);
      return (value) => ids.has(value.trim().toUpperCase());
    }
    const kind = catalog.fields.get('sample')?.get(rule.key)?.kind ?? 'mixed';
    return ruleTest(rule, rule.columns === undefined ? kind : 'mixed');
  }

  private readyFor(rule: FieldRule): ReadyRule {
    const known = this.ready.get(rule);
    if (known) return known;
    const ready = { test: this.testOf(rule), names: new Map(), verdicts: new Map() };
    this.ready.set(rule, ready);
    return ready;
  }

  private verdictsOn({ test, verdicts: known }: ReadyRule, values: readonly string[]): Uint8Array {
    const found = known.get(values);
    if (found) return found;
    const verdicts = new Uint8Array(values.length + 1);
    values.forEach((value, index) => {
      verdicts[index + 1] = test(value) ? 1 : 0;
    });
    known.set(values, verdicts);
    return verdicts;
  }

  private namesFor(rule: FieldRule, { names: known }: ReadyRule, { sample_columns }: SampleOwner): string[] {
    const names = known.get(sample_columns) ?? columnsOfRule(rule, sample_columns);
    known.set(sample_columns, names);
    return names;
  }

  /** The column of a rule with its verdicts, if the rule applies to one complete column. */
  private oneColumn(rule: FieldRule, owner: SampleOwner): JudgedColumn | undefined {
    const ready = this.readyFor(rule);
    const [name, ...others] = this.namesFor(rule, ready, owner);
    if (name === undefined || others.length > 0) return undefined;
    const column = this.judging.columns.get(owner, name);
    if (column === undefined || column.codes.length < owner.number_of_samples) return undefined;
    return { codes: column.codes, verdicts: this.verdictsOn(ready, column.values) };
  }

  /** By sample: 1 if the rule holds. */
  private judgeRule(rule: FieldRule, owner: SampleOwner, depth: number): Uint8Array {
    const ready = this.readyFor(rule);
    const names = this.namesFor(rule, ready, owner);
    const needsAll = rule.columns === 'every' && names.length > 0;
    const holds = this.bufferFor(owner, depth).fill(needsAll ? 1 : 0);
    for (const name of names) {
      const column = this.judging.columns.get(owner, name);
      const verdicts = this.verdictsOn(ready, column?.values ?? NO_VALUES);
      for (let sample = 0; sample < holds.length; sample += 1) {
        const verdict = verdicts[column?.codes[sample] ?? 0] ?? 0;
        if (needsAll) holds[sample] = (holds[sample] ?? 0) & verdict;
        else holds[sample] = (holds[sample] ?? 0) | verdict;
      }
    }
    return holds;
  }

  /** By sample: 1 if the group holds. Valid until the next call. */
  judge(group: Group<FieldRule>, owner: SampleOwner): Uint8Array {
    return this.judgeGroup(group, owner, 0);
  }

  private judgeGroup(group: Group<FieldRule>, owner: SampleOwner, depth: number): Uint8Array {
    const all = this.bufferFor(owner, depth);
    const nodes = group.rules.filter((node) => !isGroup(node) || restricts(node));
    if (nodes.length === 0) return all.fill(1);
    const isAnd = group.combinator === 'and';
    all.fill(isAnd ? 1 : 0);
    for (const node of nodes) {
      const known = isGroup(node) ? undefined : this.oneColumn(node, owner);
      if (known !== undefined) {
        combineByCode(all, known, isAnd);
        continue;
      }
      const holds = isGroup(node)
        ? this.judgeGroup(node, owner, depth + 1)
        : this.judgeRule(node, owner, depth + 1);
      for (let sample = 0; sample < all.length; sample += 1) {
        if (isAnd) all[sample] = u8At(all, sample) & (holds[sample] ?? 0);
        else all[sample] = u8At(all, sample) | (holds[sample] ?? 0);
      }
    }
    if (group.not) for (let sample = 0; sample < all.length; sample += 1) all[sample] = all[sample] ? 0 : 1;
    return all;
  }

  /** A buffer per nesting depth, reused for all owners to avoid garbage. */
  private bufferFor({ number_of_samples }: SampleOwner, depth: number): Uint8Array {
    let buffer = this.buffers[depth];
    if (buffer === undefined || buffer.length < number_of_samples)
      this.buffers[depth] = buffer = new Uint8Array(2 * number_of_samples);
    return buffer.subarray(0, number_of_samples);
  }
}

/** Number of samples with a verdict of 1. */
export function countHolding(holds: Uint8Array): number {
  let count = 0;
  for (const one of holds) count += one;
  return count;
}

/** Whether a data set satisfies the quantifier. @param found samples that satisfy the rules; 0 never satisfies it */
export function quantifierHolds(
  { quantifier = 'includes', count = 1, percent = 0 }: Pick<SampleGroup, 'quantifier' | 'count' | 'percent'>,
  found: number,
  samples: number,
): boolean {
  if (found === 0) return false;
  if (quantifier === 'solely') return found === samples;
  if (quantifier === 'at_least') return found >= count;
  if (quantifier === 'share') return 100 * found >= percent * samples;
  return true;
}
