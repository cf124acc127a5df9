/** The reply of a search, whether its results are there at once, later, or were stored. */
import type {
  AdvancedSearchReply,
  ShownLabels,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { QueryResult } from './run-query.ts';

export const PROCESSING = 'Your search is being processed. You will be notified when its results are ready.';

const NOTHING: QueryResult = {
  rows: [],
  columns: [],
  total: 0,
  sample_attributes: [],
  emptied_by: null,
  repairs: [],
};

interface Said {
  notifId: number | null;
  message: string;
  execution_ms: number;
  isRunning?: boolean;
  isNotification?: boolean;
  labels?: { value_labels?: ShownLabels };
}

export function toReply(
  { rows, columns, total, folded, sample_attributes, emptied_by, repairs }: QueryResult,
  { notifId, message, execution_ms, isRunning = false, isNotification = false, labels = {} }: Said,
): AdvancedSearchReply {
  const searchResults = {
    results: rows,
    columns,
    result_count: total,
    ...(folded === undefined ? {} : { folded }),
    sample_attributes,
    is_background_process: isRunning,
    message,
    emptied_by,
    repairs,
    ...labels,
  };
  return {
    data: {
      notifId,
      searchResults,
      selectedAtrributes: sample_attributes,
      isNotification,
      key: null,
      execution_ms,
    },
  };
}

/** A search in the background has just begun. */
export function toProcessing(notifId: number): AdvancedSearchReply {
  return toReply(NOTHING, { notifId, message: PROCESSING, execution_ms: 0, isRunning: true });
}
