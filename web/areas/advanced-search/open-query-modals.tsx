import { modals } from '@mantine/modals';
import type { SavedQuery } from '@omicon/contract/search-queries.ts';
import { showToast } from '../../ui/toasts.ts';
import { DescriptionForm } from './DescriptionForm.tsx';
import { compactQuery, type Draft } from './query-address.ts';
import { useCreateSavedQuery, useRenameSavedQuery } from './query-calls.ts';

function SaveQuery({ draft, onClose }: { draft: Draft; onClose(): void }) {
  const create = useCreateSavedQuery();
  function save(description: string): void {
    const query = compactQuery({ ...draft, description });
    create.mutate(
      { description, query },
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
  const rename = useRenameSavedQuery(query.uId);
  return (
    <DescriptionForm
      description={query.description}
      label="Rename"
      isBusy={rename.isPending}
      failure={rename.error}
      onClose={onClose}
      onSave={(description) => rename.mutate({ description, version: query.version }, { onSuccess: onClose })}
    />
  );
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
