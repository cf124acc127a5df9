import { listRecentFiles } from '@omicon/contract/files.ts';
import { useListRecentFiles } from '../areas/files/calls.ts';
import { failureOf } from '../ui/grid/failure-of.ts';
import { useAddressGrid } from '../ui/grid/use-address-grid.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { FilesWithPreview } from './FilesWithPreview.tsx';
import { FirstStep } from './FirstStep.tsx';

export function RecentFiles() {
  const { query, pagingOf } = useAddressGrid(listRecentFiles.query, { order: 'desc' });
  const list = useListRecentFiles(query);
  return (
    <>
      <PageTitle title="Recent files" />
      <FilesWithPreview
        name="recent-files"
        caption="Recent files"
        rows={list.data?.results}
        server={pagingOf(list.data?.total)}
        failure={failureOf(list)}
        withLocation
        emptyHint={
          <FirstStep kind="collection">
            Files appear here once a data collection or an analysis has been added.
          </FirstStep>
        }
      />
    </>
  );
}
