import { listFiles } from '@omicon/contract/files.ts';
import { useListFiles } from '../areas/files/calls.ts';
import { failureOf } from '../ui/grid/failure-of.ts';
import { useAddressGrid } from '../ui/grid/use-address-grid.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { FilesWithPreview } from './FilesWithPreview.tsx';
import { FirstStep } from './FirstStep.tsx';

export function AllFiles() {
  const { query, pagingOf } = useAddressGrid(listFiles.query);
  const list = useListFiles(query);
  return (
    <>
      <PageTitle title="All files" />
      <FilesWithPreview
        name="all-files"
        caption="All files"
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
