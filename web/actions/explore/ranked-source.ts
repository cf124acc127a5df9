/** A ranking of genes in an address. */
import { compareSamples } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { readRankedList } from '@omicon/domain/identifiers/lists/ranked-list.ts';
import { type DecodedList, decodeList, encodeList, packList, unpackList } from '../../base/gene-list.ts';

export type ComparisonBody = BodyInput<typeof compareSamples>;

/** What genes are ranked by, as the address has it. */
export type RankedSource =
  | { kind: 'module'; id: number }
  /** with its question, packed */
  | { kind: 'comparison'; id: number; packed: string }
  /** a pasted list, encoded by `gene-list.ts` */
  | { kind: 'list'; param: string };

/** Null for anything else. */
export function readSource(text: string): RankedSource | null {
  const [, kind, rest = ''] = /^(module|comparison|list):(.+)$/.exec(text) ?? [];
  if (kind === 'list') return { kind, param: rest };
  const [, id, packed = ''] = /^(\d{1,9})(?::(.+))?$/.exec(rest) ?? [];
  if (id === undefined) return null;
  if (kind === 'module') return { kind, id: Number(id) };
  return packed === '' ? null : { kind: 'comparison', id: Number(id), packed };
}

export function writeSource(source: RankedSource): string {
  if (source.kind === 'module') return `module:${source.id}`;
  if (source.kind === 'list') return `list:${source.param}`;
  return `comparison:${source.id}:${source.packed}`;
}

export async function sourceOfComparison(id: number, body: ComparisonBody): Promise<RankedSource> {
  return { kind: 'comparison', id, packed: await packList([JSON.stringify(body)]) };
}

/** @param owner id of the person: a list that is too long for an address is stored in this tab */
export async function sourceOfList(
  { genes, values }: { genes: readonly string[]; values: readonly number[] },
  owner: number,
): Promise<RankedSource> {
  const lines = genes.map((gene, at) => `${gene}\t${values[at]}`);
  return { kind: 'list', param: await encodeList(lines, owner) };
}

/** A source as the calls take it. */
export type KnownSource =
  | { kind: 'module'; id: number }
  | { kind: 'comparison'; id: number; body: ComparisonBody }
  | { kind: 'list'; genes: string[]; values: number[] };

export type DecodedSource = { known: KnownSource; problem: null } | { known: null; problem: string };

const UNREADABLE = 'The ranking in this address cannot be read; a part of the address may be missing.';

function toList({ identifiers, problem }: DecodedList): DecodedSource {
  if (identifiers === null) return { known: null, problem };
  const { genes, values } = readRankedList(identifiers.join('\n'));
  if (genes.length === 0) return { known: null, problem: UNREADABLE };
  return { known: { kind: 'list', genes, values }, problem: null };
}

/** Decodes a source, or says why it cannot be read. */
export async function decodeSource(source: RankedSource, owner: number): Promise<DecodedSource> {
  if (source.kind === 'module') return { known: source, problem: null };
  if (source.kind === 'list') return toList(await decodeList(source.param, owner));
  try {
    const json: unknown = JSON.parse((await unpackList(source.packed)).join('\n'));
    const body = compareSamples.body.parse(json);
    return { known: { kind: 'comparison', id: source.id, body }, problem: null };
  } catch {
    return { known: null, problem: UNREADABLE };
  }
}
