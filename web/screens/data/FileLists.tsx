import { listFiles, listRecentFiles } from '@omicon/contract/areas/files/files.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { FIRST_ORDER } from '@omicon/routes/list-address.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { FirstStep } from '../../layout/FirstStep.tsx';
import { FilesWithPreview } from '../../record-page/FilesWithPreview.tsx';
import { type AddressList, pageOf } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

interface FileListProps {
  name: string;
  caption: string;
  page: AddressList<FileItem>;
}

/** Files of all records, each with its record and folder. */
function FileList({ page, ...rest }: FileListProps) {
  return (
    <FilesWithPreview
      {...rest}
      openedBy="file"
      {...pageOf(page)}
      withLocation
      emptyHint={
        <FirstStep kind="collection">
          Files appear here once a data collection or an analysis has been added.
        </FirstStep>
      }
    />
  );
}

/** `/home/data-listing` */
export function AllFiles() {
  const page = useAddressList(listFiles, (query) => ({ query }));
  const { title } = NAMED_SCREENS.allFiles;
  return (
    <>
      <PageTitle title={title} />
      <FileList name="all-files" caption={title} page={page} />
    </>
  );
}

/** `/home/recent-files` */
export function RecentFiles() {
  const page = useAddressList(listRecentFiles, (query) => ({ query }), FIRST_ORDER.recentFiles);
  return (
    <>
      <PageTitle title={NAMED_SCREENS.home.title} />
      <FileList name="recent-files" caption="Recent files" page={page} />
    </>
  );
}
