/** Stored kME of networks, and the symbols by which networks of other features are compared. */
import type { SymbolsOfFeatures } from '@omicon/domain/statistics/matching/kme-profiles.ts';
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

  /** The pairs of another list whose symbols this one has. */
  within({ features, symbols }: SymbolsOfFeatures): SymbolsOfFeatures {
    if (this.kept.symbols.length < symbols.length)
      this.kept = { features: new Uint32Array(symbols.length), symbols: new Uint32Array(symbols.length) };
    const { kept, indexes } = this;
    let count = 0;
    for (let at = 0; at < symbols.length; at += 1) {
      const index = indexes[symbols[at] ?? 0] ?? -1;
      if (index < 0) continue;
      kept.features[count] = features[at] ?? 0;
      kept.symbols[count] = index;
      count += 1;
    }
    return { features: kept.features.slice(0, count), symbols: kept.symbols.slice(0, count) };
  }
}
