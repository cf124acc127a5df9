import { rankSetsByKme, rankSetsByValues } from '@omicon/contract/areas/genes/gene-lists.ts';
import { rankSetsByComparison } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  decodeSource,
  type KnownSource,
  type RankedSource,
  writeSource,
} from '../../../actions/explore/ranked-source.ts';
import { callEndpoint } from '../../../base/calls/call.ts';

const rankedSet = z.object({
  SetID: z.string(),
  SetName: z.string(),
  Category: z.string().nullable(),
  Species: z.string().nullable(),
  Pval: z.number(),
  qval: z.number().nullable(),
  CERNO: z.number(),
  DF: z.number(),
  AUC: z.number().nullable(),
  AUC_Pval: z.number().nullable(),
  AUC_qval: z.number().nullable(),
  Direction: z.enum(['high', 'low']).nullable(),
  Size: z.number(),
  Ranked: z.number(),
  Folded: z.number(),
  Leading_Set: z.string().nullable(),
  Geneset_Omicon_ID: z.string(),
});
export type SetOfRanking = z.output<typeof rankedSet>;

type Options = BodyInput<typeof rankSetsByKme>;

function callFor(source: KnownSource, options: Options, signal: AbortSignal | undefined) {
  const signalled = signal ? { signal } : {};
  if (source.kind === 'module')
    return callEndpoint(rankSetsByKme, { params: { id: source.id }, body: options, ...signalled });
  if (source.kind === 'list') {
    const { genes, values } = source;
    return callEndpoint(rankSetsByValues, { body: { genes, values, ...options }, ...signalled });
  }
  const { id, body } = source;
  return callEndpoint(rankSetsByComparison, { params: { id }, body: { ...body, ...options }, ...signalled });
}

/** One page of the sets in a ranking. */
export async function readRankedSets(source: KnownSource, options: Options, signal?: AbortSignal) {
  const { results, ...reply } = await callFor(source, options, signal);
  return { ...reply, rows: z.array(rankedSet).parse(results) };
}

/** The source of an address as the calls take it. */
export function useSource(source: RankedSource | null, owner: number) {
  return useQuery({
    queryKey: ['explore', 'ranking', owner, source === null ? '' : writeSource(source)],
    queryFn: () => (source === null ? null : decodeSource(source, owner)),
    enabled: source !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
