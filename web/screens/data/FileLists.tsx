import { Title } from '@mantine/core';
import { listFiles, listRecentFiles } from '@omicon/contract/areas/files/files.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { FIRST_ORDER } from '@omicon/routes/list-address.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { FirstStep } from '../../layout/FirstStep.tsx';
import { FilesWithPreview } from '../../record-page/FilesWithPreview.tsx';
import { type AddressList, pageOf } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { HomeParts } from './HomeParts.tsx';

interface FileListProps {
  name: string;
  caption: string;
  page: AddressList<FileItem>;
  emptyHint: ReactNode;
}

/** Files of all records, each with its record and folder. */
function FileList({ page, ...rest }: FileListProps) {
  return <FilesWithPreview {...rest} openedBy="file" {...pageOf(page)} withLocation />;
}

const EMPTY = 'Files appear here once a data collection or an analysis has been added.';

/** `/home/data-listing` */
export function AllFiles() {
  const page = useAddressList(listFiles, (query) => ({ query }));
  const { title } = NAMED_SCREENS.allFiles;
  return (
    <>
      <PageTitle title={title} />
      <FileList
        name="all-files"
        caption={title}
        page={page}
        emptyHint={<FirstStep kind="collection">{EMPTY}</FirstStep>}
      />
    </>
  );
}

const shape = z.object({ file: z.string().nullable().catch(null) });

/** `/home/recent-files`, where `/home` leads: the home page, or the preview of the file in the address. */
export function RecentFiles() {
  const page = useAddressList(listRecentFiles, (query) => ({ query }), FIRST_ORDER.recentFiles);
  const { query } = useAddressQuery(shape);
  const { hasPermission } = useSession();
  const isPreview = query.file !== null;
  return (
    <>
      <PageTitle title={NAMED_SCREENS.home.title} />
      {/* The list keeps its place beside a preview, so that Back finds the focus where it was. */}
      <HomeParts isPreview={isPreview}>
        {hasPermission(listRecentFiles.permission) && (
          <section>
            {!isPreview && (
              <Title order={2} mb="sm">
                Recent files
              </Title>
            )}
            <FileList name="recent-files" caption="Recent files" page={page} emptyHint={EMPTY} />
          </section>
        )}
      </HomeParts>
    </>
  );
}
