/** What shows the file that an address opens, loaded with the frame instead of after the list that holds the file. */
import { listAnalysisFiles } from '@omicon/contract/areas/analyses/analyses.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { openedFile } from '@omicon/contract/base/page-frame.ts';
import type { QueryClient } from '@tanstack/react-query';
import { fileBytesQuery } from '../areas/files/file-bytes.ts';
import { previewKindOf } from '../areas/files/preview/preview-kind.ts';
import { endpointQuery } from '../base/calls/use-endpoint.ts';
import { sessionQuery } from '../base/sign-in/session.ts';
import { preloadPreview } from './preview-parts.ts';

// Nobody waits for what is loaded here; the screen makes the same calls, and then failures are told.
const meta = { isPrefetch: true } as const;

/** Loads the bytes of a PDF of an analysis. Its list, which has the key of the file, usually came with the page. */
async function preloadPdf(queryClient: QueryClient, search: URLSearchParams): Promise<void> {
  const id = recordNumber.safeParse(search.get('analysisId') ?? undefined);
  if (!id.success || search.has('versions')) return;
  const query = { folder: search.get('analysisFileFolderId') ?? '', version: undefined };
  const list = endpointQuery(listAnalysisFiles, { params: { id: id.data }, query }, { meta });
  await queryClient.prefetchQuery(list);
  const rows = queryClient.getQueryData(list.queryKey)?.results ?? [];
  const file = rows.find(({ name }) => name === search.get('pdf_name'));
  if (file === undefined || file.key === null || previewKindOf(file) !== 'pdf') return;
  await queryClient.prefetchQuery({ ...fileBytesQuery(file.key), meta });
}

/** Resolves when all has loaded or failed. Loads nothing before the person has accepted the terms. */
export async function preloadOpenFile(
  queryClient: QueryClient,
  { pathname, searchStr }: { pathname: string; searchStr: string },
): Promise<void> {
  const search = new URLSearchParams(searchStr);
  const opened = openedFile(search);
  if (opened === null || queryClient.getQueryData(sessionQuery.queryKey)?.me.is_accepted_TOS !== true) return;
  const isOfAnalysis = /^\/home\/analyses\/analysis-data\/files\/?$/.test(pathname);
  await Promise.all([preloadPreview(opened), isOfAnalysis && preloadPdf(queryClient, search)]);
}
