import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  ATTRIBUTE_CALLS,
  type AttributeDefinition,
  listAttributeTables,
} from '@omicon/contract/areas/attributes.ts';
import {
  ATTRIBUTE_LABELS,
  type AttributeKind,
  canChangeAttributes,
} from '@omicon/domain/records/samples/attribute-definitions.ts';
import { IconPencil } from '@tabler/icons-react';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { deleteAction } from '../../ui/grid/delete-action.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { AttributeForm } from './AttributeForm.tsx';

const ADD: Readonly<Record<AttributeKind, string>> = {
  sample: 'Add sample attribute',
  'data-collection': 'Add data collection attribute',
  'data-set': 'Add data set attribute',
  analysis: 'Add analysis attribute',
};

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

const LABELS: Column<AttributeDefinition> = {
  key: 'value_labels',
  title: 'Labels of Values',
  width: 180,
  isSortable: false,
  value: ({ value_labels }) => {
    const labels = Object.entries(value_labels).map(([value, label]) => `${value} = ${label}`);
    return labels.length === 0 ? null : labels.join(', ');
  },
};

const FOLLOW_UP: readonly Column<AttributeDefinition>[] = [
  { key: 'unit', title: 'Unit', width: 90, isSortable: false },
  {
    key: 'follow_up',
    title: 'In a Follow-up',
    width: 120,
    isSortable: false,
    value: ({ follow_up }) => (follow_up === null ? null : follow_up === 'time' ? 'Time' : 'Event'),
  },
];

function columnsOf(kind: AttributeKind): readonly Column<AttributeDefinition>[] {
  return [
    { key: 'name', title: 'Attribute', width: 200 },
    { key: 'attribute_type', title: 'Type', width: 110 },
    {
      key: 'possible_values',
      title: 'Possible Values',
      width: 180,
      isSortable: false,
      value: (row) => (row.possible_values.length === 0 ? null : row.possible_values.join(', ')),
    },
    ...(kind === 'sample' ? [LABELS, ...FOLLOW_UP] : []),
    { key: 'examples', title: 'Examples', width: 160, isSortable: false },
    { key: 'is_required', title: 'Required', width: 95, value: (row) => yesOrNo(row.is_required) },
    { key: 'is_indexed', title: 'Indexed', width: 90, value: (row) => yesOrNo(row.is_indexed) },
    { key: 'data_source', title: 'Data Source', width: 140 },
    { key: 'description', title: 'Description', width: 300, isSortable: false },
    { key: 'category', title: 'Category', width: 120 },
    {
      key: 'used_in',
      title: kind === 'sample' ? 'Collections and sets' : 'Records',
      kind: 'number',
      width: 150,
    },
  ];
}

function openForm(kind: AttributeKind, attribute: AttributeDefinition | null): void {
  const modalId = modals.open({
    title: attribute === null ? `New ${ATTRIBUTE_LABELS[kind]}` : `Edit ${attribute.name}`,
    size: 'lg',
    children: <AttributeForm kind={kind} attribute={attribute} onClose={() => modals.close(modalId)} />,
  });
}

/** One table of attributes. Only attributes added in the portal can be edited. */
export function AttributeGrid({ kind, caption }: { kind: AttributeKind; caption: string }) {
  const calls = ATTRIBUTE_CALLS[kind];
  const refreshes = [calls.list, listAttributeTables];
  const { list, pagingOf } = useAddressList(calls.list, (query) => ({ query }));
  const { principal } = useSession();
  const deletion = {
    remove: useChange(calls.remove, { refreshes }),
    restore: useChange(calls.restore, { refreshes }),
  };
  const mayCreate = canChangeAttributes(principal, kind, 'CREATE');
  const mayEdit = canChangeAttributes(principal, kind, 'MODIFY');
  const mayDelete = canChangeAttributes(principal, kind, 'DELETE');

  function actionsOf(row: AttributeDefinition): RowAction[] {
    if (!row.deletable) return [];
    const edit = { label: 'Edit', icon: IconPencil, run: () => openForm(kind, row) };
    const remove = deleteAction({ kind: ATTRIBUTE_LABELS[kind], name: row.name, id: row.id }, deletion);
    return [...(mayEdit ? [edit] : []), ...(mayDelete ? [remove] : [])];
  }

  return (
    <ListGrid
      name={`${kind}-attributes`}
      caption={caption}
      columns={columnsOf(kind)}
      list={list}
      pagingOf={pagingOf}
      rowKey={(row) => String(row.id)}
      {...(mayEdit || mayDelete ? { actions: actionsOf } : {})}
      toolbar={
        <Button size="xs" disabled={!mayCreate} onClick={() => openForm(kind, null)}>
          {ADD[kind]}
        </Button>
      }
    />
  );
}
