import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { AttributeDefinition } from '@omicon/contract/attributes.ts';
import { type AttributeKind, canChangeSampleAttributes } from '@omicon/domain/attribute-definitions.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useSession } from '../../base/session.ts';
import { confirmDelete, offerUndo } from '../../ui/confirm-delete.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import {
  ATTRIBUTE_LISTS,
  useDeleteSampleAttribute,
  useListAttributes,
  useRestoreSampleAttribute,
} from './calls.ts';
import { SampleAttributeForm } from './SampleAttributeForm.tsx';

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

function columnsOf(kind: AttributeKind): readonly Column<AttributeDefinition>[] {
  return [
    { key: 'name', title: 'Attribute', kind: 'text', width: 200, value: (row) => row.name },
    { key: 'attribute_type', title: 'Type', kind: 'text', width: 110, value: (row) => row.attribute_type },
    {
      key: 'possible_values',
      title: 'Possible Values',
      kind: 'text',
      width: 180,
      isSortable: false,
      value: (row) => (row.possible_values.length === 0 ? null : row.possible_values.join(', ')),
    },
    {
      key: 'examples',
      title: 'Examples',
      kind: 'text',
      width: 160,
      isSortable: false,
      value: (row) => row.examples,
    },
    {
      key: 'is_required',
      title: 'Required',
      kind: 'text',
      width: 95,
      value: (row) => yesOrNo(row.is_required),
    },
    { key: 'is_indexed', title: 'Indexed', kind: 'text', width: 90, value: (row) => yesOrNo(row.is_indexed) },
    { key: 'data_source', title: 'Data Source', kind: 'text', width: 140, value: (row) => row.data_source },
    {
      key: 'description',
      title: 'Description',
      kind: 'text',
      width: 300,
      isSortable: false,
      value: (row) => row.description,
    },
    { key: 'category', title: 'Category', kind: 'text', width: 120, value: (row) => row.category },
    {
      key: 'used_in',
      title: kind === 'sample' ? 'Collections and sets' : 'Records',
      kind: 'number',
      width: 150,
      value: (row) => row.used_in,
    },
  ];
}

function openForm(attribute: AttributeDefinition | null): void {
  const modalId = modals.open({
    title: attribute === null ? 'New sample attribute' : `Edit ${attribute.name}`,
    size: 'lg',
    children: <SampleAttributeForm attribute={attribute} onClose={() => modals.close(modalId)} />,
  });
}

/** One table of attributes. Only those of samples can be added, and only added ones changed. */
export function AttributeGrid({ kind, caption }: { kind: AttributeKind; caption: string }) {
  const { query, pagingOf } = useAddressGrid(ATTRIBUTE_LISTS[kind].query);
  const list = useListAttributes(kind, query);
  const { principal } = useSession();
  const deletion = useDeleteSampleAttribute();
  const restoration = useRestoreSampleAttribute();
  const mayCreate = canChangeSampleAttributes(principal, 'CREATE');
  const mayEdit = canChangeSampleAttributes(principal, 'MODIFY');
  const mayDelete = canChangeSampleAttributes(principal, 'DELETE');

  function actionsOf(row: AttributeDefinition): RowAction[] {
    if (!row.deletable) return [];
    const edit = {
      label: 'Edit',
      icon: <IconPencil size={16} aria-hidden="true" />,
      run: () => openForm(row),
    };
    const remove = {
      label: 'Delete',
      icon: <IconTrash size={16} aria-hidden="true" />,
      isDestructive: true,
      run: () =>
        confirmDelete({
          kind: 'sample attribute',
          name: row.name,
          run: () =>
            deletion.mutate(row.id, {
              onSuccess: () => offerUndo(row.name, () => restoration.mutate(row.id)),
            }),
        }),
    };
    return [...(mayEdit ? [edit] : []), ...(mayDelete ? [remove] : [])];
  }

  return (
    <DataGrid
      name={`${kind}-attributes`}
      caption={caption}
      columns={columnsOf(kind)}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
      rowKey={(row) => String(row.id)}
      rowName={(row) => row.name}
      {...(kind === 'sample' && (mayEdit || mayDelete) ? { actions: actionsOf } : {})}
      toolbar={
        kind === 'sample' ? (
          <Button size="xs" disabled={!mayCreate} onClick={() => openForm(null)}>
            Add sample attribute
          </Button>
        ) : null
      }
    />
  );
}
