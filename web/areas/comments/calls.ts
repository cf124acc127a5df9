import { listAnalysisFiles } from '@omicon/contract/areas/analyses/analyses.ts';
import {
  COMMENT_PAGE,
  type Comment,
  countFileComments,
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  getComment,
  listFileComments,
  listGeneComments,
  listMentionableUsers,
  listPdfComments,
  listReplies,
  restoreComment,
  setGeneThreadState,
  setThreadState,
  type ThreadState,
  updateComment,
  updateReply,
} from '@omicon/contract/areas/comments.ts';
import { listFiles } from '@omicon/contract/areas/files/files.ts';
import { listGeneThreads } from '@omicon/contract/areas/genes/genes.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { endpointKey, refreshCalls, useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Mentioned } from './editor/clean-message.ts';
import { subjectOf, type Thread } from './thread.ts';

/** Calls that list or count comments. `getComment` is not among them: a position is read once. */
const COMMENT_LISTS = [listFileComments, countFileComments, listReplies, listPdfComments];
/** The other calls of their family need no refetch. */
const COMMENTS_ON_GENES = [listGeneComments, listGeneThreads];

export function refreshComments(queryClient: QueryClient): Promise<void> {
  return refreshCalls(queryClient, COMMENT_LISTS, COMMENTS_ON_GENES);
}

const REPLY_PAGE = 100;

/** Pages of ten, newest first, from the page at offset `start`; earlier and later pages on demand. */
export function useListComments({ entity_id, gene, path }: Thread, start: number, isWanted: boolean) {
  const page = { limit: COMMENT_PAGE, offset: start };
  const ofRecord = { params: { id: entity_id ?? 0 }, query: { file_folder_name: path, ...page } };
  const ofGene = { params: { symbol: gene ?? '' }, query: page };
  return useInfiniteQuery({
    queryKey: gene === null ? endpointKey(listFileComments, ofRecord) : endpointKey(listGeneComments, ofGene),
    queryFn: ({ pageParam: offset, signal }) =>
      gene === null
        ? callEndpoint(listFileComments, { ...ofRecord, query: { ...ofRecord.query, offset }, signal })
        : callEndpoint(listGeneComments, { ...ofGene, query: { ...page, offset }, signal }),
    initialPageParam: start,
    getNextPageParam: ({ total }, _pages, offset) =>
      offset + COMMENT_PAGE < total ? offset + COMMENT_PAGE : undefined,
    getPreviousPageParam: (_page, _pages, offset) =>
      offset > 0 ? Math.max(0, offset - COMMENT_PAGE) : undefined,
    enabled: isWanted,
  });
}

/** Replies, oldest first; a hundred at a time. */
export function useListReplies(id: number, isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: endpointKey(listReplies, { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listReplies, { params: { id }, query: { limit: REPLY_PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) =>
      offset + REPLY_PAGE < total ? offset + REPLY_PAGE : undefined,
    enabled: isWanted,
  });
}

/** One comment with its position, read once: new comments must not move the list while it is being read. */
export function useGetComment(id: number | null) {
  return useEndpoint(
    getComment,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  );
}

export type MentionableUser = Awaited<ReturnType<typeof searchMentionableUsers>>[number];

/** What decides who could read a comment that is being written. */
export interface DraftPlace {
  thread: Thread;
  visibility: CommentVisibility;
  /** id of the comment that it answers; null at the top */
  replyTo: number | null;
}

/** People who could read the comment, by name or among those given. */
export async function searchMentionableUsers(
  sought: { search: string } | { ids: string; limit: number },
  { thread, visibility, replyTo }: DraftPlace,
  signal?: AbortSignal,
) {
  const { users } = await callEndpoint(listMentionableUsers, {
    query: {
      ...sought,
      ...subjectOf(thread),
      visibility,
      ...(replyTo === null ? {} : { comment: replyTo }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  return users;
}

/** Asks for at most as many people at once as the call takes. */
const PEOPLE_AT_ONCE = 50;

/** Of the people that a comment mentions, those who could not read it. */
export async function findExcluded(mentioned: readonly Mentioned[], place: DraftPlace): Promise<Mentioned[]> {
  const reached = new Set<number>();
  for (let at = 0; at < mentioned.length; at += PEOPLE_AT_ONCE) {
    const part = mentioned.slice(at, at + PEOPLE_AT_ONCE);
    const ids = part.map(({ id }) => id).join(',');
    for (const { id } of await searchMentionableUsers({ ids, limit: PEOPLE_AT_ONCE }, place)) reached.add(id);
  }
  return mentioned.filter(({ id }) => !reached.has(id));
}

/** Refreshes comment lists, and file lists, which show the number of comments. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    void refreshCalls(queryClient, [listFiles], [listAnalysisFiles]);
    await refreshComments(queryClient);
  };
}

/** What a comment form sends. */
interface CommentInput {
  message: string;
  visibility: CommentVisibility;
}

/** A retry uses the same idempotency key, so that it takes effect once. */
interface NewCommentInput extends CommentInput {
  idempotencyKey: string;
}

export function useCreateComment(thread: Thread) {
  const { entity_type, path, page_url } = thread;
  return useMutation({
    mutationFn: ({ idempotencyKey, ...input }: NewCommentInput) =>
      callEndpoint(createComment, {
        body: {
          ...input,
          entity_type,
          ...subjectOf(thread),
          file_folder_name: path,
          level: 0,
          comment_page_url: page_url,
        },
        idempotencyKey,
      }),
    onSuccess: useRefresh(),
    meta: { isHandled: true },
  });
}

export function useCreateReply(thread: Thread, to: Comment) {
  return useMutation({
    mutationFn: ({ idempotencyKey, ...input }: NewCommentInput) =>
      callEndpoint(createReply, {
        body: {
          ...input,
          comment: to.id,
          level: to.level + 1,
          to_user: to.user.id,
          comment_page_url: thread.page_url,
        },
        idempotencyKey,
      }),
    onSuccess: useRefresh(),
    meta: { isHandled: true },
  });
}

/** `version` is the version that was edited; the call fails if somebody else has edited the comment since. */
export function useUpdateComment({ id, level, comment_page_url }: Comment) {
  return useMutation({
    mutationFn: (edit: CommentInput & { version: number }) => {
      const body: BodyInput<typeof updateComment> = { ...edit, comment_page_url };
      return callEndpoint(level === 0 ? updateComment : updateReply, { params: { id }, body });
    },
    // Also after a failure: somebody else may have changed or deleted the comment.
    onSettled: useRefresh(),
    meta: { isHandled: true },
  });
}

export function useDeleteComment() {
  return useMutation({
    mutationFn: ({ id, level }: Comment) =>
      callEndpoint(level === 0 ? deleteComment : deleteReply, { params: { id } }),
    onSettled: useRefresh(),
  });
}

export function useRestoreComment() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(restoreComment, { params: { id } }),
    onSettled: useRefresh(),
  });
}

export function useSetThreadState({ entity_id, gene, path }: Thread) {
  return useMutation({
    mutationFn: (state: ThreadState) =>
      gene === null
        ? callEndpoint(setThreadState, {
            params: { id: entity_id ?? 0 },
            body: { file_folder_name: path, state },
          })
        : callEndpoint(setGeneThreadState, { params: { symbol: gene }, body: { state } }),
    onSettled: useRefresh(),
  });
}
