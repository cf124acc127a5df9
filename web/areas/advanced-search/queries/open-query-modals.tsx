import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  createSavedQuery,
  renameSavedQuery,
  type SavedQuery,
  shareSavedQuery,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { describeError } from '../../../base/calls/call-error.ts';
import { useChange } from '../../../base/calls/use-endpoint.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { lazyForm } from '../../../ui/form/lazy-form.tsx';
import { ModalFrame } from '../../../ui/form/ModalFrame.tsx';
import { copyLink } from '../../../ui/text/CopyText.tsx';
import { compactQuery, type Draft } from '../query-address.ts';
import { REFRESHES_QUERIES } from './query-calls.ts';

const DescriptionForm = lazyForm(async () => (await import('./DescriptionForm.tsx')).DescriptionForm);

function SaveQuery({ draft, onClose }: { draft: Draft; onClose(): void }) {
  const create = useChange(createSavedQuery, { ...REFRESHES_QUERIES, isHandled: true });
  function save(description: string): void {
    const query = compactQuery({ ...draft, description });
    create.mutate(
      { body: { description, query } },
      {
        onSuccess: (saved) => {
          showToast({ type: 'success', title: 'Saved', message: saved.description });
          onClose();
        },
      },
    );
  }
  return (
    <DescriptionForm
      description={draft.description}
      label="Save"
      isBusy={create.isPending}
      failure={create.error}
      onClose={onClose}
      onSave={save}
    />
  );
}

function RenameQuery({ query, onClose }: { query: SavedQuery; onClose(): void }) {
  const rename = useChange(renameSavedQuery, { ...REFRESHES_QUERIES, isHandled: true });
  return (
    <DescriptionForm
      description={query.description}
      label="Rename"
      isBusy={rename.isPending}
      failure={rename.error}
      onClose={onClose}
      onSave={(description) =>
        rename.mutate(
          { params: { id: query.uId }, body: { description, version: query.version } },
          { onSuccess: onClose },
        )
      }
    />
  );
}

function ShareQuery({ query, onClose }: { query: SavedQuery; onClose(): void }) {
  const share = useChange(shareSavedQuery, { ...REFRESHES_QUERIES, isHandled: true });
  function shareAndCopy(): void {
    share.mutate(
      { params: { id: query.uId } },
      {
        onSuccess: ({ shareLink }) => {
          onClose();
          if (shareLink !== null) void copyLink(shareLink);
        },
      },
    );
  }
  return (
    <ModalFrame
      buttons={[
        { kind: 'close', label: 'Cancel', onClick: onClose },
        { kind: 'submit', label: 'Share and copy link', onClick: shareAndCopy, isBusy: share.isPending },
      ]}
    >
      <Text>
        Share <strong>{query.description}</strong>? Anyone with an account or guest access can open it by its
        link. They see its description and its rules, and find only records they can read themselves.
      </Text>
      <Text mt="sm">You can stop sharing at any time.</Text>
      {share.isError && (
        <Text mt="sm" c="red" role="alert">
          {describeError(share.error)}
        </Text>
      )}
    </ModalFrame>
  );
}

export function openShareQuery(query: SavedQuery): void {
  const modalId = modals.open({
    title: 'Share saved query',
    children: <ShareQuery query={query} onClose={() => modals.close(modalId)} />,
  });
}

/** The save-search-query modal. */
export function openSaveQuery(draft: Draft): void {
  const modalId = modals.open({
    title: 'Save search query',
    children: <SaveQuery draft={draft} onClose={() => modals.close(modalId)} />,
  });
}

export function openRenameQuery(query: SavedQuery): void {
  const modalId = modals.open({
    title: 'Rename search query',
    children: <RenameQuery query={query} onClose={() => modals.close(modalId)} />,
  });
}
