/**
 * Correlations of all pairs of features, tile by tile, in WebAssembly with SIMD. Every product is added up sample by
 * sample, as `correlationOfProfiles` does in plain code: the results are equal bit for bit.
 */
import { f64At } from '../../arrays/number-at.ts';
import { openKernel } from './kernel.ts';

const F64 = 8;
const PAGE_BYTES = 64 * 1024;
/** Features of a panel. */
const PANEL = 4;
/** Features of a block: a tile of two blocks and its products stay in the cache of a processor. */
export const BLOCK_FEATURES = 128;

/** Profiles of features (`bicorProfile`, `pearsonProfile`), packed for the kernel. */
export interface ProfilePanels {
  featureCount: number;
  sampleCount: number;
  /** panel by panel, and within a panel the four values of each sample side by side; may be shared between threads */
  values: Float64Array;
}

/** Length of the array of panels. Features of the last panel that do not exist are zeros. */
export function panelLength(featureCount: number, sampleCount: number): number {
  return Math.ceil(featureCount / PANEL) * PANEL * sampleCount;
}

/**
 * Packs the profiles of all features.
 * @param into zeros of `panelLength`; a shared array makes the panels readable by other threads
 * @param profileOf called once for each feature, in order
 * @throws RangeError if a profile has another length
 */
export function packProfiles(
  { featureCount, sampleCount }: { featureCount: number; sampleCount: number },
  profileOf: (feature: number) => Float64Array,
  into: Float64Array = new Float64Array(panelLength(featureCount, sampleCount)),
): ProfilePanels {
  for (let feature = 0; feature < featureCount; feature += 1) {
    const profile = profileOf(feature);
    if (profile.length !== sampleCount)
      throw new RangeError(`${profile.length} values are paired with ${sampleCount}.`);
    let at = Math.floor(feature / PANEL) * PANEL * sampleCount + (feature % PANEL);
    for (let sample = 0; sample < sampleCount; sample += 1) {
      into[at] = f64At(profile, sample);
      at += PANEL;
    }
  }
  return { featureCount, sampleCount, values: into };
}

/** Number of blocks of all features. */
export function blockCount({ featureCount }: Pick<ProfilePanels, 'featureCount'>): number {
  return Math.ceil(featureCount / BLOCK_FEATURES);
}

/** Products of two blocks. Rows: features of the first block; columns: of the second. */
export interface Tile {
  /** row-major with `stride` columns; valid until the next tile */
  products: Float64Array;
  stride: number;
  firstRow: number;
  rowCount: number;
  firstColumn: number;
  columnCount: number;
}

/**
 * A computer of tiles with a memory of its own, which is freed with it.
 * @returns a function of two blocks
 */
export function openPairProducts(panels: ProfilePanels): (rows: number, columns: number) => Tile {
  const { featureCount, sampleCount, values } = panels;
  const kernel = openKernel();
  const blockLength = BLOCK_FEATURES * sampleCount;
  const productsFrom = 2 * blockLength;
  const needed = (productsFrom + BLOCK_FEATURES * BLOCK_FEATURES) * F64;
  const missing = needed - kernel.memory.buffer.byteLength;
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
  const memory = new Float64Array(kernel.memory.buffer);
  const products = memory.subarray(productsFrom, productsFrom + BLOCK_FEATURES * BLOCK_FEATURES);
  let loaded = -1;
  const load = (block: number, to: number): number => {
    const from = block * blockLength;
    const packed = values.subarray(from, Math.min(values.length, from + blockLength));
    memory.set(packed, to);
    return packed.length / (PANEL * sampleCount);
  };
  const countOf = (block: number) => Math.min(BLOCK_FEATURES, featureCount - block * BLOCK_FEATURES);
  let rowPanels = 0;
  return (rows, columns) => {
    if (rows !== loaded) rowPanels = load(rows, blockLength);
    loaded = rows;
    const columnPanels = load(columns, 0);
    kernel.pairs(
      0,
      columnPanels,
      blockLength * F64,
      rowPanels,
      PANEL * sampleCount * F64,
      productsFrom * F64,
    );
    return {
      products,
      stride: columnPanels * PANEL,
      firstRow: rows * BLOCK_FEATURES,
      rowCount: countOf(rows),
      firstColumn: columns * BLOCK_FEATURES,
      columnCount: countOf(columns),
    };
  };
}
