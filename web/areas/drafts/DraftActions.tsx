import { Button, Group, Stack, Text } from '@mantine/core';
import { deleteDraft, getDraft, storeDraft } from '@omicon/contract/areas/drafts.ts';
import { listUploads } from '@omicon/contract/areas/files/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { endpointKey, useChange } from '../../base/calls/use-endpoint.ts';
import { confirmDelete } from '../../ui/feedback/confirm-delete.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { formatDuration } from '../../ui/text/format.ts';
import type { ReadDraft } from './calls.ts';
import { nameTogether } from './files/upload-files.ts';
import { reasonNotToStore } from './store-reason.ts';
import type { useDraftMap } from './use-draft-map.ts';

interface DraftActionsProps {
  draft: ReadDraft;
  mapping: ReturnType<typeof useDraftMap>;
  onNewFiles(): void;
}

/** Stores or discards a draft; says why it cannot be stored yet. */
export function DraftActions({ draft, mapping, onNewFiles }: DraftActionsProps) {
  const id = draft.upload_id;
  const queryClient = useQueryClient();
  const reasonId = useId();
  const store = useChange(storeDraft, {
    refreshes: [listUploads],
    isRefreshAwaited: false,
    isHandled: true,
  });
  const deletion = useChange(deleteDraft, { refreshes: [listUploads] });
  const reason = reasonNotToStore(mapping, mapping.isRead);
  const seconds = mapping.isRead ? null : draft.progress.seconds_left;

  function discard(): void {
    confirmDelete({
      verb: 'Delete',
      kind: 'draft',
      name: nameTogether(draft.files.map(({ name }) => name)),
      consequence: 'Its files are deleted from the portal, and your choices with them.',
      run: () => {
        mapping.drop();
        deletion.mutate({ params: { id } }, { onSuccess: onNewFiles });
      },
    });
  }

  return (
    <Stack gap="sm">
      {mapping.failure !== null && (
        <ErrorPanel title="Your changes are not saved" error={mapping.failure} onRetry={mapping.retry} />
      )}
      {store.isError && <ErrorPanel title="Not stored" error={store.error} />}
      <Text id={reasonId} size="sm" role="status">
        {reason ?? 'Nothing is stored yet.'}
        {seconds !== null && ` ${formatDuration(seconds)} left.`}
      </Text>
      <Group gap="sm">
        <Button
          disabled={reason !== null}
          aria-describedby={reasonId}
          loading={store.isPending}
          onClick={() =>
            store.mutate(
              { params: { id } },
              {
                onSuccess: (reply) =>
                  queryClient.setQueryData(endpointKey(getDraft, { params: { id } }), reply),
              },
            )
          }
        >
          Store
        </Button>
        <Button variant="subtle" color="red" loading={deletion.isPending} onClick={discard}>
          Discard
        </Button>
      </Group>
    </Stack>
  );
}
