import {
  getAnalysisSampleAttributes,
  getCollectionSampleAttributes,
  getDataSetSampleAttributes,
  listAnalysisSamples,
  listCollectionSamples,
  listDataSetSamples,
} from '@omicon/contract/areas/samples.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { endpointQuery, useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { SelectedValue } from './selection-text.ts';

export type EntityWithSamples = 'data-sets' | 'data-collections' | 'analyses';

const LISTS = {
  'data-sets': listDataSetSamples,
  'data-collections': listCollectionSamples,
  analyses: listAnalysisSamples,
} as const;

const CALLS = {
  'data-sets': getDataSetSampleAttributes,
  'data-collections': getCollectionSampleAttributes,
  analyses: getAnalysisSampleAttributes,
} as const;

interface Wanted {
  /** names of attributes to show in addition to the default ones */
  added: readonly string[];
  /** only samples with each of these values */
  selection: readonly SelectedValue[];
}

function countsOf(id: number, { added, selection }: Wanted) {
  return { body: { id, optional_attributes: [...added], selection: [...selection] } };
}

/** No structural sharing: narrowed counts have nothing in common, and comparing thousands of them takes time. */
const OPTIONS = { structuralSharing: false } as const;

/** Sample attributes of a record with the number of samples for each value. */
export function useGetSampleAttributes(entity: EntityWithSamples, id: number, wanted: Wanted) {
  return useEndpoint(CALLS[entity], countsOf(id, wanted), {
    ...OPTIONS,
    // While the selection narrows, the picture of the same record stays; another record starts empty.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === CALLS[entity].path && query.queryKey[2].body.id === id ? previous : undefined,
  });
}

/** Prefetches the counts before their screen is rendered. */
export function usePrefetchCounts(entity: EntityWithSamples, id: number) {
  const queries = useQueryClient();
  return (wanted: Wanted) =>
    void queries.prefetchQuery(endpointQuery(CALLS[entity], countsOf(id, wanted), OPTIONS));
}

/** More samples than a basket holds are not read. */
const MOST_SAMPLES = 5000;

/** Labels of the samples with all selected values, with their data collection. */
export async function listSelectedSamples(
  entity: EntityWithSamples,
  id: number,
  selection: readonly SelectedValue[],
) {
  const body = { id, selection: [...selection], page_size: MOST_SAMPLES };
  const { collection_id, results } = await callEndpoint(LISTS[entity], { body });
  return { collection_id, labels: results.map(({ label }) => label) };
}
