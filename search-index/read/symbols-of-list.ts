/** The symbols that the features of a list map to. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import type { Targets } from './targets.ts';

/** Pairs of a feature and a symbol it maps to, in the order of the features. */
export interface SymbolsOfList {
  /** indexes in the feature list */
  features: Uint32Array;
  /** numbers of symbols */
  symbols: Uint32Array;
}

/** An array in shared memory: a hundred lists go from a search thread to a compute thread, and nothing is copied. */
export function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT * length));
}

/** Pairs of indexes in a list of feature ids and numbers of symbols. */
export function symbolsOfList(list: Uint32Array, { starts, targets }: Targets): SymbolsOfList {
  // Features added after the targets were read are beyond `starts`, and have none.
  const endOf = (feature: number) => starts[feature + 1] ?? 0;
  const startOf = (feature: number) => Math.min(starts[feature] ?? 0, endOf(feature));
  let length = 0;
  for (let index = 0; index < list.length; index += 1) {
    const feature = u32At(list, index);
    length += endOf(feature) - startOf(feature);
  }
  const [features, symbols] = [sharedNumbers(length), sharedNumbers(length)];
  let next = 0;
  for (let index = 0; index < list.length; index += 1) {
    const feature = u32At(list, index);
    for (let at = startOf(feature); at < endOf(feature); at += 1) {
      features[next] = index;
      symbols[next] = u32At(targets, at);
      next += 1;
    }
  }
  return { features, symbols };
}

/** Bytes that the pairs of a list take. */
export function bytesOfSymbols({ features, symbols }: SymbolsOfList): number {
  return Math.max(1, features.byteLength + symbols.byteLength);
}
