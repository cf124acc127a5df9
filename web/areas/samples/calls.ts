import {
  getAnalysisSampleAttributes,
  getCollectionSampleAttributes,
  getDataSetSampleAttributes,
} from '@omicon/contract/collections.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import type { SelectedValue } from './selection-text.ts';

export type EntityWithSamples = 'data-sets' | 'data-collections' | 'analyses';

const CALLS = {
  'data-sets': getDataSetSampleAttributes,
  'data-collections': getCollectionSampleAttributes,
  analyses: getAnalysisSampleAttributes,
} as const;

interface Wanted {
  /** names of attributes to show besides the usual ones */
  added: readonly string[];
  /** only samples with each of these values */
  selection: readonly SelectedValue[];
}

function countsQuery(entity: EntityWithSamples, id: number, { added, selection }: Wanted) {
  return queryOptions({
    queryKey: ['sample-attributes', entity, id, added, selection],
    queryFn: ({ signal }) =>
      callEndpoint(CALLS[entity], {
        body: { id, optional_attributes: [...added], selection: [...selection] },
        signal,
      }),
    // A narrowed answer shares nothing with the one before, and comparing thousands of counts takes time.
    structuralSharing: false,
  });
}

/** Sample attributes of a record with the number of samples for each value. */
export function useGetSampleAttributes(entity: EntityWithSamples, id: number, wanted: Wanted) {
  return useQuery({
    ...countsQuery(entity, id, wanted),
    // The picture of one record stays while it is narrowed; another record starts anew.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === entity && query.queryKey[2] === id ? previous : undefined,
  });
}

/** Asks for counts before the screen that shows them is drawn, which saves a person that time. */
export function useAskAhead(entity: EntityWithSamples, id: number) {
  const queries = useQueryClient();
  return (wanted: Wanted) => void queries.prefetchQuery(countsQuery(entity, id, wanted));
}
