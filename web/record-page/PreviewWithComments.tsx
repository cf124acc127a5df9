import { countFileComments } from '@omicon/contract/areas/comments.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { FilePreview, type PdfPaging } from '../areas/files/preview/FilePreview.tsx';
import { useEndpoint } from '../base/calls/use-endpoint.ts';
import { useSession } from '../base/sign-in/session.ts';
import { threadOfFile, useNetworkOfPdf, usePdfComments } from './pdf-comments.ts';
import { WithComments } from './WithComments.tsx';

interface PreviewWithCommentsProps {
  file: FileItem;
  paging: PdfPaging;
  /** version of the record that holds the file, when it is not the current one */
  version: number | undefined;
  onClose(): void;
}

/** A file's content with its comments; in a module PDF, those on the page shown. */
export function PreviewWithComments({ file, paging, version, onClose }: PreviewWithCommentsProps) {
  const network = useNetworkOfPdf(file, version);
  const { thread, commented } = usePdfComments({ file, network, paging });
  const mayRead = useSession().hasPermission('COMMENTS_LIST_VIEW');
  const count = useEndpoint(
    countFileComments,
    { params: { id: file.entity_id }, query: { file_folder_name: threadOfFile(file).path } },
    { enabled: mayRead },
  );
  return (
    <WithComments thread={thread} count={count.data?.total_comments}>
      {({ button, panel }) => (
        <FilePreview
          file={file}
          paging={{ ...paging, commented }}
          actions={button}
          side={panel}
          onClose={onClose}
        />
      )}
    </WithComments>
  );
}
