import { lazyPart } from '../ui/feedback/lazy-part.tsx';

export const CommentThread = lazyPart(
  'the comments',
  async () => (await import('../areas/comments/CommentThread.tsx')).CommentThread,
);
