import { IconTrash } from '@tabler/icons-react';
import { confirmDelete, offerUndo } from '../feedback/confirm-delete.tsx';
import type { RowAction } from './RowMenu.tsx';

interface Change {
  mutate(parts: { params: { id: number } }, then?: { onSuccess(): void }): void;
}

export interface Deletion {
  remove: Change;
  restore: Change;
}

interface DeletedRecord {
  /** as people call it */
  kind: string;
  name: string;
  id: number;
}

/** Deletes a record after asking, and offers Undo. */
export function deleteAction({ kind, name, id }: DeletedRecord, { remove, restore }: Deletion): RowAction {
  const of = { params: { id } };
  const run = () => remove.mutate(of, { onSuccess: () => offerUndo(name, () => restore.mutate(of)) });
  return {
    label: 'Delete',
    icon: IconTrash,
    isDestructive: true,
    run: () => confirmDelete({ kind, name, run }),
  };
}
