import type { Comment } from '@omicon/contract/areas/comments.ts';
import { confirmDelete, offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { useDeleteComment, useRestoreComment } from './calls.ts';
import { excerptOf } from './editor/clean-message.ts';

/** Asks for confirmation, deletes the comment and offers to restore it. */
export function useDeletion(comment: Comment): () => void {
  const deletion = useDeleteComment();
  const restoration = useRestoreComment();

  async function deleteNow(name: string): Promise<void> {
    try {
      await deletion.mutateAsync(comment);
    } catch {
      // The global error handler has shown the failure.
      return;
    }
    // The focus is lost with the comment: move it to the button that restores the comment.
    offerUndo(name, () => restoration.mutate(comment.id), 'Deleted', { takesFocus: true });
  }

  return () => {
    // Loaded on demand: hardly any of the hundreds of comments on a page is deleted.
    const name = excerptOf(comment.message);
    confirmDelete({
      kind: comment.level === 0 ? 'comment' : 'reply',
      name,
      consequence: `${comment.replies_count > 0 ? 'The replies to it are hidden with it. ' : ''}It can be restored for 30 days.`,
      run: () => void deleteNow(name),
    });
  };
}
