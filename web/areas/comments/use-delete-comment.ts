import type { Comment } from '@omicon/contract/areas/comments.ts';
import { confirmDelete, offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { useDeleteComment, useRestoreComment } from './calls.ts';
import { excerptOf } from './editor/clean-message.ts';

/** Asks once, deletes, and offers to bring it back. */
export function useDeletion(comment: Comment): () => void {
  const deletion = useDeleteComment();
  const restoration = useRestoreComment();

  async function deleteNow(name: string): Promise<void> {
    try {
      await deletion.mutateAsync(comment);
    } catch {
      // The failure has been shown where all failed calls are.
      return;
    }
    // The comment is gone from the page, and with it the focus: it goes to what brings the comment back.
    offerUndo(name, () => restoration.mutate(comment.id), 'Deleted', { takesFocus: true });
  }

  return () => {
    // Taken when it is asked for: of hundreds of comments that are drawn hardly one is deleted.
    const name = excerptOf(comment.message);
    confirmDelete({
      kind: comment.level === 0 ? 'comment' : 'reply',
      name,
      consequence: `${comment.replies_count > 0 ? 'The replies to it are hidden with it. ' : ''}It can be restored for 30 days.`,
      run: () => void deleteNow(name),
    });
  };
}
