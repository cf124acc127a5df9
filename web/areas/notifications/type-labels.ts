/** Labels for the type codes of notifications. */
import type { createDownload } from '@omicon/contract/areas/downloads.ts';
import { PIPELINE_NEWS, PRESERVATION_NEWS } from '@omicon/contract/areas/notifications.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { RESULT_TYPE_LABELS } from '@omicon/domain/query/query-rows.ts';

const DOWNLOAD_LABELS: Readonly<Record<BodyInput<typeof createDownload>['type'], string>> = {
  file: 'File',
  zip: 'Zip archive',
  docker: 'Docker image of the modules',
  'kme-docker': 'Docker image for the local KME table',
  'kme-table': 'kME table',
};

const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...RESULT_TYPE_LABELS,
    ...DOWNLOAD_LABELS,
    [PRESERVATION_NEWS]: 'Preservation of a network',
    [PIPELINE_NEWS]: 'Pipeline',
  }),
);

/** @param type result type of a search or kind of a download; an unknown one is returned unchanged */
export function typeLabel(type: string): string {
  return LABELS.get(type) ?? type;
}
