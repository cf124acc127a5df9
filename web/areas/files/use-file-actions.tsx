import { modals } from '@mantine/modals';
import type { FileItem } from '@omicon/contract/records.ts';
import { isPreviewable, PREVIEW_LIMIT_BYTES, PREVIEW_TOO_LARGE } from '@omicon/domain/file-kinds.ts';
import { filePermission } from '@omicon/domain/permissions.ts';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { useSession } from '../../base/session.ts';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useDownloadFile } from './calls.ts';

/** Preview and Download of a file row, as far as the person and the kind of file allow them. */
export function useFileActions(onPreview: (file: FileItem) => void) {
  const { hasPermission, isGuest } = useSession();
  const downloadFile = useDownloadFile();

  function download(file: FileItem): void {
    if (!hasPermission(filePermission(file, 'DOWNLOAD'))) {
      modals.openContextModal({ modal: 'permission', title: 'Permission', innerProps: {} });
    } else if (file.key === null) {
      showToast({ type: 'warning', title: 'Warning', message: 'Please provide a valid key for download' });
    } else {
      downloadFile.mutate({ key: file.key, name: file.name });
    }
  }

  function actionsOf(file: FileItem): RowAction[] {
    if (file.fileType === 'folder') return [];
    const preview: RowAction = {
      label: 'Preview',
      icon: <IconEye size={16} aria-hidden="true" />,
      refusal: file.sizeByteVal > PREVIEW_LIMIT_BYTES ? PREVIEW_TOO_LARGE : null,
      run: () => onPreview(file),
    };
    const canPreview = isPreviewable(file.name) && hasPermission(filePermission(file, 'PREVIEW'));
    // Guests see Download and learn that it needs an account of their own.
    const canAskForDownload = isGuest || hasPermission(filePermission(file, 'DOWNLOAD'));
    return [
      ...(canPreview ? [preview] : []),
      ...(canAskForDownload
        ? [
            {
              label: 'Download',
              icon: <IconDownload size={16} aria-hidden="true" />,
              run: () => download(file),
            },
          ]
        : []),
    ];
  }

  return { actionsOf, download };
}
