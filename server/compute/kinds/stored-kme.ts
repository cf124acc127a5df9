/** Stored kME of networks, and the symbols by which networks of other features are compared. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { fillKmeOfSymbols, type SymbolsOfFeatures } from '@omicon/domain/statistics/matching/kme-profiles.ts';
import type { NumberRange } from '../work.ts';

/** Stored kME of a network: for each module, kME and then P of every feature. */
export interface StoredKme {
  kme_values_storage_key: string;
  number_of_features: number;
  /** index in the lists of the request */
  list: number;
}

/** kME is one column of two per module. */
export function kmeRange(
  { kme_values_storage_key, number_of_features }: StoredKme,
  moduleIndex: number,
): NumberRange {
  return {
    storage_key: kme_values_storage_key,
    start: 2 * number_of_features * moduleIndex,
    count: number_of_features,
  };
}

/** Numbers the symbols of one list from 0, so that symbols which it does not have take no memory. */
export class OwnSymbols {
  readonly count: number;
  private readonly indexes: Int32Array;
  /** pairs of the list at hand, before they are cut to their number */
  private kept = { features: new Uint32Array(0), symbols: new Uint32Array(0) };

  constructor(symbolCount: number, { symbols }: SymbolsOfFeatures) {
    this.indexes = new Int32Array(symbolCount).fill(-1);
    let count = 0;
    for (const symbol of symbols) {
      if ((this.indexes[symbol] ?? -1) >= 0) continue;
      this.indexes[symbol] = count;
      count += 1;
    }
    this.count = count;
  }

  /** Number of a symbol here; -1 if the list does not have it. */
  indexOf(symbol: number): number {
    return this.indexes[symbol] ?? -1;
  }

  /**
   * kME by own number of each symbol, of features of another list: `kmeOfSymbols` of `within`, without new arrays.
   * @param into is filled; NaN for symbols that the other list does not have
   */
  fillKme(kme: Float64Array, list: SymbolsOfFeatures, into: Float64Array): void {
    const count = this.keepWithin(list);
    fillKmeOfSymbols(kme, this.kept, count, into);
  }

  /** The pairs of another list whose symbols this one has. */
  within(list: SymbolsOfFeatures): SymbolsOfFeatures {
    const count = this.keepWithin(list);
    return { features: this.kept.features.slice(0, count), symbols: this.kept.symbols.slice(0, count) };
  }

  /** @returns number of pairs */
  private keepWithin({ features, symbols }: SymbolsOfFeatures): number {
    // One longer: what is left out is written, too, and then written over, because a branch takes longer.
    if (this.kept.symbols.length <= symbols.length)
      this.kept = {
        features: new Uint32Array(symbols.length + 1),
        symbols: new Uint32Array(symbols.length + 1),
      };
    const { kept, indexes } = this;
    let count = 0;
    for (let at = 0; at < symbols.length; at += 1) {
      const index = indexes[u32At(symbols, at)] ?? -1;
      kept.features[count] = u32At(features, at);
      kept.symbols[count] = index;
      count += (index >>> 31) ^ 1;
    }
    return count;
  }
}
