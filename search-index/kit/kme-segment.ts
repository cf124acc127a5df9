/**
 * kME by feature: for every feature its kME with every module of some dozens of networks, so that one gene is one range
 * of bytes. An object is the entries of its features, in ascending order of features. An entry is one network: its
 * index in the segment (u16), then kME x 32767 of its modules in page order (i16; -32768 for NA). The error is at most
 * 1.6e-5.
 */

import { numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';

/** kME of 1 as an integer. */
const SCALE = 32_767;
const NA = -32_768;
/** Bytes of one number, and the unit of `starts`. */
export const UNIT = 2;

export interface SegmentHead {
  /** row ids of networks, by their index in the segment */
  networks: number[];
  /** number of modules of each network */
  module_counts: number[];
  /** features (search_feature.id), ascending, each once */
  features: Uint32Array;
  /** offset of the entries of each feature, in units of two bytes, and the end of the last; one more than features */
  starts: Uint32Array;
}

export function packedKme(kme: number): number {
  return Number.isNaN(kme) ? NA : Math.round(SCALE * Math.max(-1, Math.min(1, kme)));
}

/** kME of a packed number; NaN for NA. */
export function unpackedKme(packed: number): number {
  return packed === NA ? Number.NaN : packed / SCALE;
}

/**
 * The segment of one network.
 * @param features features of the network in the order of its list; a feature that occurs twice has two entries
 * @param columns kME by module in page order, each in the order of the list
 */
export function segmentOfNetwork(
  network: number,
  features: Uint32Array,
  columns: readonly Float64Array[],
): { head: SegmentHead; bytes: Buffer } {
  const order = Uint32Array.from(features.keys()).sort(
    (a, b) => u32At(features, a) - u32At(features, b) || a - b,
  );
  const width = columns.length + 1;
  const values = new Int16Array(width * features.length);
  columns.forEach((column, module) => {
    for (let at = 0; at < order.length; at += 1)
      values[width * at + module + 1] = packedKme(column[u32At(order, at)] ?? Number.NaN);
  });
  const unique: number[] = [];
  const starts: number[] = [];
  order.forEach((row, at) => {
    const feature = u32At(features, row);
    if (unique.at(-1) === feature) return;
    unique.push(feature);
    starts.push(width * at);
  });
  return {
    head: {
      networks: [network],
      module_counts: [columns.length],
      features: Uint32Array.from(unique),
      starts: Uint32Array.from([...starts, values.length]),
    },
    bytes: Buffer.from(values.buffer),
  };
}

/** A segment to merge: its head, and its bytes from the first to the last. */
export interface SegmentSource {
  head: SegmentHead;
  /** the next `length` bytes */
  take(length: number): Promise<Buffer>;
}

/** The head of the segment that contains the networks of all of these, in this order. */
export function mergedHead(heads: readonly SegmentHead[]): SegmentHead {
  const features = Uint32Array.from(new Set(heads.flatMap((head) => [...head.features]))).sort();
  const starts = new Uint32Array(features.length + 1);
  const next = heads.map(() => 0);
  features.forEach((feature, at) => {
    let units = 0;
    heads.forEach((head, each) => {
      const index = numberAt(next, each);
      if (head.features[index] !== feature) return;
      units += u32At(head.starts, index + 1) - u32At(head.starts, index);
      next[each] = index + 1;
    });
    starts[at + 1] = u32At(starts, at) + units;
  });
  return {
    networks: heads.flatMap(({ networks }) => networks),
    module_counts: heads.flatMap(({ module_counts }) => module_counts),
    features,
    starts,
  };
}

/** Adds `base` to the network index of every entry. @param entries whole entries of one feature, changed */
function shiftNetworks(entries: Buffer, moduleCounts: readonly number[], base: number): void {
  for (let at = 0; at < entries.length; ) {
    const network = entries.readUInt16LE(at);
    entries.writeUInt16LE(network + base, at);
    at += UNIT * (numberAt(moduleCounts, network) + 1);
  }
}

/** Bytes are passed on in pieces of about this size. */
const PIECE_BYTES = 1024 ** 2;

/** The bytes of merged segments, feature by feature; holds a few MB at a time. */
export async function* mergedBytes(sources: readonly SegmentSource[], features: Uint32Array) {
  const next = sources.map(() => 0);
  let pieces: Buffer[] = [];
  let length = 0;
  for (const feature of features) {
    let base = 0;
    for (const [each, { head, take }] of sources.entries()) {
      const index = numberAt(next, each);
      if (head.features[index] === feature) {
        const entries = await take(UNIT * (u32At(head.starts, index + 1) - u32At(head.starts, index)));
        shiftNetworks(entries, head.module_counts, base);
        pieces.push(entries);
        length += entries.length;
        next[each] = index + 1;
      }
      base += head.networks.length;
    }
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(pieces, length);
    pieces = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pieces, length);
}

/** kME of some features over many networks: one entry for each feature and network that measures it. */
export interface FeatureKme {
  /** row id of the network of each entry */
  networks: Uint32Array<ArrayBuffer>;
  /** feature of each entry */
  features: Uint32Array<ArrayBuffer>;
  /** where the values of each entry begin, and the end of the last */
  starts: Uint32Array<ArrayBuffer>;
  /** kME by module in page order; NaN for NA */
  values: Float32Array<ArrayBuffer>;
}

/** Joins the entries of features, as read from segments. */
export function joinEntries(
  read: readonly { head: SegmentHead; feature: number; bytes: Uint8Array }[],
): FeatureKme {
  const networks: number[] = [];
  const features: number[] = [];
  const starts = [0];
  const values = new Float32Array(read.reduce((sum, { bytes }) => sum + bytes.length / UNIT, 0));
  let filled = 0;
  for (const { head, feature, bytes } of read) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const network = view.getUint16(at, true);
      const modules = numberAt(head.module_counts, network);
      for (let module = 1; module <= modules; module += 1)
        values[filled + module - 1] = unpackedKme(view.getInt16(at + UNIT * module, true));
      filled += modules;
      networks.push(numberAt(head.networks, network));
      features.push(feature);
      starts.push(filled);
      at += UNIT * (modules + 1);
    }
  }
  return {
    networks: Uint32Array.from(networks),
    features: Uint32Array.from(features),
    starts: Uint32Array.from(starts),
    values: values.slice(0, filled),
  };
}
