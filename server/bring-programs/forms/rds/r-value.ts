/** Values of R as they are read from an RDS file. Vectors stay in the bytes of the file, and are decoded cell by cell. */

export interface RNumbers {
  type: 'logical' | 'integer' | 'double';
  length: number;
  /** null for NA */
  at(index: number): number | null;
  attributes: RAttributes;
}

export interface RStrings {
  type: 'string';
  length: number;
  /** null for NA */
  at(index: number): string | null;
  attributes: RAttributes;
}

export interface RList {
  type: 'list';
  items: RValue[];
  attributes: RAttributes;
}

/** A list of R's own making, such as attributes and the variables of an environment. */
export interface RPairs {
  type: 'pairs';
  entries: { tag: string | null; value: RValue }[];
  attributes: RAttributes;
}

export interface REnvironment {
  type: 'environment';
  frame: RValue;
  /** pairs by hash; null-valued without one */
  table: RValue;
  attributes: RAttributes;
}

export interface RObject {
  type: 'S4';
  attributes: RAttributes;
}

export interface RSymbol {
  type: 'symbol';
  name: string;
}

/** null, or what is never data: functions, pointers, raw bytes. */
export interface RNothing {
  type: 'null' | 'other';
}

export type RVector = RNumbers | RStrings;
export type RValue = RVector | RList | RPairs | REnvironment | RObject | RSymbol | RNothing;
export type RAttributes = ReadonlyMap<string, RValue>;

export const NULL: RNothing = { type: 'null' };
export const OTHER: RNothing = { type: 'other' };
export const NO_ATTRIBUTES: RAttributes = new Map();

export function attributesOf(value: RValue | undefined): RAttributes {
  return value !== undefined && 'attributes' in value ? value.attributes : NO_ATTRIBUTES;
}

/** A slot of an object or an attribute of a vector; undefined also for a slot that holds NULL. */
export function slotOf(value: RValue | undefined, name: string): RValue | undefined {
  const slot = attributesOf(value).get(name);
  // Slots cannot hold NULL itself; R writes this symbol in its place.
  if (slot === undefined || slot.type === 'null') return undefined;
  return slot.type === 'symbol' && slot.name === '\u0001NULL\u0001' ? undefined : slot;
}

/** Classes of an object, the most special first; of a vector without any, how R calls it. */
export function classesOf(value: RValue): string[] {
  const classes = stringsOf(slotOf(value, 'class'))?.filter((name) => name !== null) ?? [];
  if (classes.length > 0) return classes;
  if (slotOf(value, 'dim') !== undefined) return ['matrix'];
  const plain: Partial<Record<RValue['type'], string>> = {
    double: 'numeric',
    string: 'character',
    null: 'NULL',
  };
  return [plain[value.type] ?? (value.type === 'other' ? 'function or pointer' : value.type)];
}

export function isNumbers(value: RValue | undefined): value is RNumbers {
  return value?.type === 'logical' || value?.type === 'integer' || value?.type === 'double';
}

/** Undefined unless the value is a vector of strings. */
export function stringsOf(value: RValue | undefined): (string | null)[] | undefined {
  if (value?.type !== 'string') return undefined;
  return Array.from({ length: value.length }, (_, at) => value.at(at));
}

/** Elements of a list by their names, in order; undefined unless the value is a list. */
export function elementsOf(value: RValue | undefined): { name: string; value: RValue }[] | undefined {
  if (value?.type !== 'list') return undefined;
  const names = slotOf(value, 'names');
  return value.items.map((item, at) => ({
    name: (names?.type === 'string' && names.at(at)) || '',
    value: item,
  }));
}

/** A variable of an environment, or an element of a list. */
export function variableOf(value: RValue | undefined, name: string): RValue | undefined {
  if (value?.type === 'list') return elementsOf(value)?.find((element) => element.name === name)?.value;
  if (value?.type !== 'environment') return undefined;
  const buckets = value.table.type === 'list' ? value.table.items : [];
  for (const bucket of [value.frame, ...buckets]) {
    if (bucket.type !== 'pairs') continue;
    const found = bucket.entries.find(({ tag }) => tag === name);
    if (found !== undefined) return found.value;
  }
  return undefined;
}
