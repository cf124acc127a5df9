import { listFiles, listRecentFiles } from '@omicon/contract/areas/files/files.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { FIRST_ORDER } from '@omicon/routes/list-address.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { FirstStep } from '../../layout/FirstStep.tsx';
import { FilesWithPreview } from '../../record-page/FilesWithPreview.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import type { ServerPaging } from '../../ui/grid/use-grid-table.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

interface FileListProps {
  name: string;
  title: string;
  list: UseQueryResult<{ results: FileItem[]; total: number }>;
  pagingOf(total: number | undefined): ServerPaging;
}

/** Files of all records, each with its record and folder. */
function FileList({ name, title, list, pagingOf }: FileListProps) {
  return (
    <>
      <PageTitle title={title} />
      <FilesWithPreview
        name={name}
        openedBy="file"
        caption={title}
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

/** `/home/data-listing` */
export function AllFiles() {
  const { query, pagingOf } = useAddressGrid(listFiles.query);
  return (
    <FileList
      name="all-files"
      title="All files"
      list={useEndpoint(listFiles, { query })}
      pagingOf={pagingOf}
    />
  );
}

/** `/home/recent-files` */
export function RecentFiles() {
  const { query, pagingOf } = useAddressGrid(listRecentFiles.query, FIRST_ORDER.recentFiles);
  return (
    <FileList
      name="recent-files"
      title="Recent files"
      list={useEndpoint(listRecentFiles, { query })}
      pagingOf={pagingOf}
    />
  );
}
