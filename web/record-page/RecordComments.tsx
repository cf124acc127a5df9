import { Box } from '@mantine/core';
import { geneAddress, recordCommentsAddress } from '@omicon/contract/addresses.ts';
import { countFileComments } from '@omicon/contract/areas/comments.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import { keyOfThread, type Thread } from '../areas/comments/thread.ts';
import { useEndpoint } from '../base/calls/use-endpoint.ts';
import { useSession } from '../base/sign-in/session.ts';
import { CommentThread } from './comment-thread.ts';

/** The comments tab of a record with their number, for people who may read them. */
export function useCommentsTab(id: number): { name: 'comments'; title: string; count?: number }[] {
  const mayRead = useSession().hasPermission('COMMENTS_LIST_VIEW');
  const { data } = useEndpoint(
    countFileComments,
    { params: { id }, query: { file_folder_name: '' } },
    { enabled: mayRead },
  );
  if (!mayRead) return [];
  const count = data === undefined ? {} : { count: data.total_comments };
  return [{ name: 'comments', title: 'Comments', ...count }];
}

export function threadOfRecord(entityType: EntityType, id: number): Thread {
  return {
    entity_type: entityType,
    entity_id: id,
    gene: null,
    path: '',
    record_id: id,
    page_url: recordCommentsAddress(entityType, id),
  };
}

export function threadOfGene(symbol: string): Thread {
  return {
    entity_type: 'gene',
    entity_id: null,
    gene: symbol,
    path: '',
    record_id: null,
    page_url: geneAddress(symbol, 'comments'),
  };
}

/** The comments on a record as a whole, or on a gene. */
export function RecordComments({ thread }: { thread: Thread }) {
  return (
    <Box maw={760}>
      <CommentThread key={keyOfThread(thread)} thread={thread} />
    </Box>
  );
}
