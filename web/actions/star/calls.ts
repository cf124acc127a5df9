import { createStar, deleteStar, listStarred } from '@omicon/contract/areas/starred.ts';
import type { RecordType } from '@omicon/domain/records/record-kinds.ts';
import { callEndpoint } from '../../base/calls/call.ts';
import { useChangeBy } from '../../base/calls/use-endpoint.ts';

export interface StarredRecord {
  entity_type: RecordType;
  id: number;
}

/** Adds or removes a star. */
export function useSetStar() {
  return useChangeBy(
    ({ record, isStarred }: { record: StarredRecord; isStarred: boolean }) =>
      callEndpoint(isStarred ? createStar : deleteStar, { params: record }),
    { refreshes: [listStarred] },
  );
}
