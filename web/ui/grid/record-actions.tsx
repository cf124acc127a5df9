import { IconDownload, IconTrash } from '@tabler/icons-react';
import { confirmDelete, offerUndo } from '../feedback/confirm-delete.tsx';
import type { RowAction } from './RowMenu.tsx';

interface Change {
  mutate(parts: { params: { id: number } }, then?: { onSuccess(): void }): void;
}

interface RecordActions<Row> {
  /** as people call it */
  kind: string;
  /** undefined where the person may not ask for it */
  onDownload: ((row: Row) => void) | undefined;
  /** undefined where the person may not delete */
  deletion: { remove: Change; restore: Change } | undefined;
}

/** What the menu of a record's row offers; undefined where that is nothing. */
export function recordActions<Row extends { id: number; title: string }>({
  kind,
  onDownload,
  deletion,
}: RecordActions<Row>): ((row: Row) => RowAction[]) | undefined {
  if (onDownload === undefined && deletion === undefined) return undefined;
  return (row) => {
    const actions: RowAction[] = [];
    const of = { params: { id: row.id } };
    if (onDownload !== undefined)
      actions.push({
        label: 'Download',
        icon: <IconDownload size={16} aria-hidden="true" />,
        run: () => onDownload(row),
      });
    if (deletion !== undefined)
      actions.push({
        label: 'Delete',
        icon: <IconTrash size={16} aria-hidden="true" />,
        isDestructive: true,
        run: () =>
          confirmDelete({
            kind,
            name: row.title,
            run: () =>
              deletion.remove.mutate(of, {
                onSuccess: () => offerUndo(row.title, () => deletion.restore.mutate(of)),
              }),
          }),
      });
    return actions;
  };
}
