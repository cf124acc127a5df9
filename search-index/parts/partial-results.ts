/**
 * Partial results: what each part of a split search finds. Plain data without functions, so that it can also be sent between machines.
 */
import type { BucketCounts } from '../match/false-discoveries.ts';
import type { CountReply } from '../result-rows/count-rules.ts';
import type { PartialFolds } from '../result-rows/signals/fold-modules.ts';

/** Into how many parts a search may be split, and when it is worth it. */
export interface Splitting {
  /** at most this many parts */
  parts: number;
  /** keys x module slots that the largest part has to save */
  costThreshold: number;
  /** number of shards, each of which answers one part; by default the parts are cut for threads of this process */
  shards?: number | undefined;
}

/** The records of one part, as row ids: whole data sets, all of them readable for the person who searches. */
export interface PartScope {
  collections: number[];
  dataSets: number[];
  analyses: number[];
  /** networks that may match; the part reads postings of their segments */
  networks: number[];
}

/** How a search is split; every part has to answer from this version of the corpus. */
export interface Plan {
  version: number;
  scopes: PartScope[];
}

/** The first rows of a part, in order; if they are folded, those that others are folded under. */
export interface FirstRows {
  /** what orders them, smallest first */
  keys: Float64Array;
  /** permanent numbers that order rows with the same key, the more significant first; as long as `keys` */
  ties: Uint32Array[];
  /** rows of all pages */
  total: number;
  /** null unless rows are folded */
  folds: PartialFolds | null;
}

export interface PartialRanking extends FirstRows {
  kind: 'ranking';
  columns: string[];
  /** of the first rows */
  p: Float64Array;
  tested: number;
  /** of the P of all rows, also of those that are folded */
  buckets: BucketCounts;
}

export interface PartialModules extends FirstRows {
  kind: 'modules';
  columns: string[];
}

export interface PartialFeatures {
  kind: 'features';
  /** data sets by number of the identifier; the numbers hold for one version of the corpus */
  featureCounts: Uint32Array;
}

export interface PartialRecords {
  kind: 'records';
  /** row ids of the networks with matching modules */
  networks: Uint32Array;
}

export interface PartialSets {
  kind: 'sets';
  /** numbers of the gene sets that remain */
  geneSets: Uint32Array;
}

export interface PartialCounts extends CountReply {
  kind: 'counts';
}

export type PartialResult =
  | PartialRanking
  | PartialModules
  | PartialFeatures
  | PartialRecords
  | PartialSets
  | PartialCounts;

/** Why a part has nothing: the corpus has another version, or only a whole search can order these rows. */
export interface NoPartialResult {
  kind: 'outdated' | 'unordered';
}
