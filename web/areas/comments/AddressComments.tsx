import { fileCommentsAddress } from '@omicon/contract/addresses.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type FileTopic, panelOfAddress, withoutComments } from '../../base/addresses/comment-address.ts';
import { isWorthRetrying } from '../../base/calls/call-error.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { CommentPanel } from './CommentPanel.tsx';
import { CommentThread } from './CommentThread.tsx';
import { useGetComment } from './calls.ts';
import { GoneComment } from './GoneComment.tsx';
import { keyOfThread, type Thread, threadOf } from './thread.ts';

function threadOfFile(file: FileTopic): Thread {
  return { ...file, gene: null, record_id: file.entity_id, page_url: fileCommentsAddress(file) };
}

function Content({ file, comment }: { file: FileTopic | null; comment: number | null }) {
  const found = useGetComment(comment);
  if (comment !== null && found.isPending) return <Waiting what="the comments" />;
  const thread =
    found.data !== undefined ? threadOf(found.data.comment) : file === null ? null : threadOfFile(file);
  if (thread === null) {
    if (!isWorthRetrying(found.error)) return <GoneComment />;
    return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />;
  }
  return <CommentThread key={keyOfThread(thread)} thread={thread} />;
}

/** Shows the comments named by the address in a panel beside the screen. */
export function AddressComments() {
  const location = useLocation();
  const router = useRouter();
  const panel = panelOfAddress(location);
  if (panel === null) return null;

  function close(): void {
    // The click that closes the panel may have followed a link: keep the new address and remove only the panel from it.
    const { pathname, search } = router.history.location;
    const now = panelOfAddress({ pathname, searchStr: search });
    if (JSON.stringify(now) !== JSON.stringify(panel)) return;
    router.history.replace(withoutComments({ pathname, searchStr: search }));
  }

  return (
    <CommentPanel form="beside" onClose={close}>
      <Content {...panel} />
    </CommentPanel>
  );
}
