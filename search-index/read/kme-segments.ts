/** Reads kME of a few features over all networks. Table kme_segment and its objects. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { LRUCache } from 'lru-cache';
import type { Client } from 'pg';
import { toU32, viewOf } from '../kit/bytes.ts';
import { type FeatureKme, joinEntries, type SegmentHead, UNIT } from '../kit/kme-segment.ts';
import { numberList } from './rows.ts';

/** A range of bytes of a stored object. */
export interface ObjectRange {
  storage_key: string;
  start: number;
  length: number;
}

/** Reads ranges of stored objects, in the order of the request. */
export type ReadObjects = (ranges: readonly ObjectRange[]) => Promise<Uint8Array[]>;

interface Segment extends SegmentHead {
  id: number;
  storage_key: string;
}

/** Bytes of heads kept: those of 250 segments with 30,000 features. */
const MAX_HEAD_BYTES = 64 * 1024 ** 2;

/** Index of a feature among ascending ones; -1 if it is absent. */
function indexOf(features: Uint32Array, feature: number): number {
  let low = 0;
  let high = features.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = u32At(features, middle);
    if (value === feature) return middle;
    if (value < feature) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export class KmeSegments {
  private readonly client: Client;
  private readonly readObjects: ReadObjects;
  /** by id, under which a segment never changes; those that are gone drop out in time */
  private readonly heads = new LRUCache<number, Segment>({
    maxSize: MAX_HEAD_BYTES,
    sizeCalculation: ({ features, starts }) => features.byteLength + starts.byteLength + 1,
  });

  constructor(client: Client, readObjects: ReadObjects) {
    this.client = client;
    this.readObjects = readObjects;
  }

  /** One float64 of each object. */
  async readValues(at: readonly { storage_key: string; index: number }[]): Promise<number[]> {
    const read = await this.readObjects(
      at.map(({ storage_key, index }) => ({ storage_key, start: 8 * index, length: 8 })),
    );
    return read.map((bytes) => viewOf(bytes).getFloat64(0, true));
  }

  private async listHeads(): Promise<Segment[]> {
    const { rows } = await this.client.query<{ id: number }>('select id from kme_segment order by id');
    const ids = rows.map(({ id }) => id);
    const heads = new Map(ids.map((id) => [id, this.heads.get(id)]));
    const missing = ids.filter((id) => heads.get(id) === undefined);
    if (missing.length > 0) {
      const read = await this.client.query<{
        id: number;
        storage_key: string;
        networks: number[];
        module_counts: number[];
        features: Buffer;
        starts: Buffer;
      }>(
        `select id, storage_key, networks, module_counts, features, starts from kme_segment where id = any(${numberList(missing)})`,
      );
      for (const { features, starts, ...row } of read.rows) {
        const head = {
          ...row,
          features: toU32(new Uint8Array(features)),
          starts: toU32(new Uint8Array(starts)),
        };
        heads.set(row.id, head);
        this.heads.set(row.id, head);
      }
    }
    return ids.flatMap((id) => heads.get(id) ?? []);
  }

  /**
   * kME of these features with every module of every network that has them, readable or not. One range per segment
   * and feature. A merge deletes the objects of the segments it replaces: if a read fails and the segments have
   * changed since they were listed, it is repeated on the new ones.
   */
  async read(features: readonly number[]): Promise<FeatureKme> {
    if (features.length === 0) return joinEntries([]);
    let heads = await this.listHeads();
    for (;;) {
      try {
        return await this.readFrom(heads, features);
      } catch (error) {
        const current = await this.listHeads();
        if (current.length === heads.length && current.every(({ id }, at) => id === heads[at]?.id))
          throw error;
        heads = current;
      }
    }
  }

  private async readFrom(heads: readonly Segment[], features: readonly number[]): Promise<FeatureKme> {
    const found: { head: Segment; feature: number; range: ObjectRange }[] = [];
    for (const head of heads) {
      for (const feature of features) {
        const index = indexOf(head.features, feature);
        if (index < 0) continue;
        const start = u32At(head.starts, index);
        const length = UNIT * ((head.starts[index + 1] ?? start) - start);
        found.push({ head, feature, range: { storage_key: head.storage_key, start: UNIT * start, length } });
      }
    }
    const bytes = found.length === 0 ? [] : await this.readObjects(found.map(({ range }) => range));
    return joinEntries(
      found.map(({ head, feature }, at) => ({ head, feature, bytes: bytes[at] ?? new Uint8Array(0) })),
    );
  }
}
