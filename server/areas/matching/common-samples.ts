/** Samples of two networks, and what is stored of their modules. */
import type { SampleColumns } from '@omicon/domain/statistics/matching/eigengene-correlations.ts';
import { toF64, toU32 } from '@omicon/search-index/kit/bytes.ts';
import type { ModuleRow, NetworkRow } from './sql.ts';

/** Columns of the same samples in both networks. Labels mean the same sample only within one data collection. */
export function commonSamples(
  a: Pick<NetworkRow, 'collection_number' | 'sample_labels'>,
  b: Pick<NetworkRow, 'collection_number' | 'sample_labels'>,
): SampleColumns[] {
  if (a.collection_number !== b.collection_number) return [];
  const columns = new Map(a.sample_labels.map((label, column) => [label, column]));
  return b.sample_labels.flatMap((label, column): SampleColumns[] => {
    const own = columns.get(label);
    return own === undefined ? [] : [[own, column]];
  });
}

export function readEigengene({ eigengene }: Pick<ModuleRow, 'eigengene'>): Float64Array {
  return toF64(new Uint8Array(eigengene));
}

/** Indexes in the feature list of the network; empty without members under the definition. */
export function readMembers({ members }: Pick<ModuleRow, 'members'>): Uint32Array {
  return members === null ? new Uint32Array(0) : toU32(new Uint8Array(members));
}
