/** Attributes of groups and datasets, which strangers may have written as anything. */
import type { Dataset, Group } from 'h5wasm/node';
import { tryRead } from './open-file.ts';

/** More values are no attribute of a form that is read; names of columns may be many. */
const MAX_VALUES = 100_000;

function attributeOf(thing: Group | Dataset, name: string): unknown {
  return tryRead(`The attribute ${name} of ${thing.path}`, () => {
    const attribute = thing.attrs[name];
    if (attribute === undefined || attribute.metadata.total_size > MAX_VALUES) return null;
    return attribute.value;
  });
}

/** A text attribute; null if there is none. */
export function textAttribute(thing: Group | Dataset, name: string): string | null {
  const value = attributeOf(thing, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : null;
}

/** An attribute of several texts, such as names of columns in their order. */
export function textsAttribute(thing: Group | Dataset, name: string): string[] {
  const value = attributeOf(thing, name);
  const all: unknown[] = Array.isArray(value) ? value : [];
  return all.filter((item) => typeof item === 'string');
}

/** An attribute of numbers, such as a shape; empty if there is none. */
export function numbersAttribute(thing: Group | Dataset, name: string): number[] {
  const value = attributeOf(thing, name);
  if (!ArrayBuffer.isView(value) && !Array.isArray(value)) return [];
  return Array.from({ length: Math.min(MAX_VALUES, lengthOf(value)) }, (_, at) => Number(itemAt(value, at)));
}

function lengthOf(value: ArrayBufferView | unknown[]): number {
  return 'length' in value && typeof value.length === 'number' ? value.length : 0;
}

function itemAt(value: ArrayBufferView | unknown[], at: number): unknown {
  return Reflect.get(value, at);
}
