import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { isReadDraft, isReading, useGetDraft } from './calls.ts';
import { DraftFault } from './DraftFault.tsx';
import { ReadProgress } from './ReadProgress.tsx';

const DraftMap = lazyPart('the proposals', async () => (await import('./DraftMap.tsx')).DraftMap);

interface OpenDraftProps {
  id: number;
  onNewFiles(): void;
  /** shown once the draft is being stored */
  children: ReactNode;
}

/** A draft whose files have arrived: read, mapped, then stored. */
export function OpenDraft({ id, onNewFiles, children }: OpenDraftProps) {
  const reply = useGetDraft(id);
  const draft = reply.data;
  if (draft === undefined) return <NotLoaded reply={reply} what="the draft" />;
  if (draft.fault !== null) return <DraftFault fault={draft.fault} onNewFiles={onNewFiles} />;
  if (draft.status !== 'mapping' && !isReading(draft)) return children;
  return (
    <Stack gap="lg">
      {/* What the person has entered stays on the screen when a later reply is late or lost. */}
      {reply.isError && <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />}
      {isReadDraft(draft) ? (
        <DraftMap draft={draft} onNewFiles={onNewFiles} />
      ) : (
        <ReadProgress progress={draft.progress} />
      )}
    </Stack>
  );
}
