import { Button } from '@mantine/core';
import { addressOfFolder, homeOfFile } from '@omicon/contract/addresses.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { formatSize } from '@omicon/domain/files/file-kinds.ts';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../base/sign-in/session.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { ServerPaging } from '../../ui/grid/use-grid-table.ts';
import { countOf } from '../../ui/text/format.ts';
import { CommentLink, FileName, FileTypeIcon } from './FileName.tsx';
import { useFileActions } from './use-file-actions.tsx';

interface FileGridProps {
  name: string;
  caption: string;
  rows: readonly FileItem[] | undefined;
  server?: ServerPaging | undefined;
  failure: { error: unknown; onRetry(): void } | null;
  /** address of a folder row; by default the folder in its record */
  folderHref?: (folder: FileItem) => string;
  withLocation?: boolean;
  /** the server determines the order, as in search results */
  isOrderFixed?: boolean;
  /** why the list may be empty */
  emptyHint: ReactNode;
  /** version of the record whose files are listed, when it is not the current one */
  version?: number | undefined;
  /** address of a file's preview */
  previewHref(file: FileItem): string;
  /** address that opens the comments on a row, for those who may read them */
  commentsHref?: ((file: FileItem) => string) | undefined;
}

/** A folder's size is the number of files below it. */
function sizeText(row: FileItem): string {
  if (row.fileType !== 'folder') return formatSize(row.sizeByteVal);
  return row.number_of_files === null ? '' : countOf(row.number_of_files, 'file');
}

function columnsFor(
  props: Pick<FileGridProps, 'withLocation' | 'isOrderFixed' | 'commentsHref'> & {
    isSortedByServer: boolean;
    hrefOf(row: FileItem): string | null;
  },
  download: (file: FileItem) => void,
) {
  const columns: Column<FileItem>[] = [
    {
      key: 'name',
      title: 'Name',
      width: props.withLocation === true ? 306 : 400,
      href: props.hrefOf,
      show: (row) => <FileName file={row} href={props.hrefOf(row)} onDownload={download} />,
    },
    {
      key: 'fileType',
      title: 'Type',
      width: 80,
      show: (row) => <FileTypeIcon file={row} withName />,
    },
    { key: 'visibility', title: 'Availability', width: 95, value: (row) => row.visibilityDisplayName },
    { key: 'owner', title: 'Owner', width: 108 },
    { key: 'uploaded_on', title: 'Date Last Accessed', kind: 'date', width: 166 },
    {
      key: 'sizeByteVal',
      title: 'Size',
      kind: 'size',
      width: 106,
      value: (row) => (row.fileType === 'folder' ? null : row.sizeByteVal),
      show: sizeText,
    },
  ];
  const { commentsHref } = props;
  if (commentsHref !== undefined) {
    columns.push({
      key: 'comment_count',
      title: 'Comments',
      kind: 'number',
      width: 92,
      href: commentsHref,
      show: (row) => <CommentLink file={row} href={commentsHref(row)} />,
      isSortable: !props.isSortedByServer,
    });
  }
  const location: Column<FileItem> = {
    key: 'location',
    title: 'Location',
    width: 125,
    href: homeOfFile,
  };
  const shown = props.withLocation === true ? [...columns, location] : columns;
  return props.isOrderFixed === true ? shown.map((column) => ({ ...column, isSortable: false })) : shown;
}

function keyOf(file: FileItem): string {
  return file.key ?? `${file.entity_type}/${file.entity_id}/${file.folder}/${file.name}`;
}

export function FileGrid({
  name,
  caption,
  rows,
  server,
  failure,
  emptyHint,
  version,
  previewHref,
  ...rest
}: FileGridProps) {
  const { hasPermission } = useSession();
  const { actionsOf, contentHref, download, isPending } = useFileActions(previewHref, version);
  const columns = columnsFor({ ...rest, isSortedByServer: server !== undefined, hrefOf }, downloadOne);
  // Rows stay selected when another page or folder is shown, so whole rows are stored.
  const [chosen, setChosen] = useState<ReadonlyMap<string, FileItem>>(new Map());
  const canCheck = hasPermission({ anyOf: ['FILE_DOWNLOAD', 'FILE_DOWNLOADS'] });

  function choose(keys: ReadonlySet<string>): void {
    const known = new Map([...chosen, ...(rows ?? []).map((file) => [keyOf(file), file] as const)]);
    setChosen(new Map([...known].filter(([key]) => keys.has(key))));
  }

  /** Address of a row: the folder, or the preview of the file. */
  function hrefOf(row: FileItem): string | null {
    return row.fileType === 'folder' ? (rest.folderHref ?? addressOfFolder)(row) : contentHref(row);
  }

  /** A file without a preview is downloaded. */
  function downloadOne(file: FileItem): void {
    actionsOf(file)
      .find(({ refusal }) => typeof refusal !== 'string')
      ?.run();
  }

  return (
    <DataGrid
      name={name}
      caption={caption}
      columns={columns}
      rows={rows}
      failure={failure}
      rowKey={keyOf}
      actions={actionsOf}
      isFilterable={rest.isOrderFixed !== true}
      emptyHint={emptyHint}
      server={server}
      {...(canCheck ? { checks: { keys: new Set(chosen.keys()), onChange: choose } } : {})}
      toolbar={
        chosen.size > 0 && (
          <>
            <Button size="xs" variant="subtle" onClick={() => setChosen(new Map())}>
              Clear
            </Button>
            <SecondaryButton
              icon={IconDownload}
              loading={isPending}
              onClick={() => download([...chosen.values()])}
            >
              Download {chosen.size}
            </SecondaryButton>
          </>
        )
      }
    />
  );
}
