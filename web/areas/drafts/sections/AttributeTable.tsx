import { Checkbox, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { ATTRIBUTE_ROLES, type AttributeMap, type AttributeRole } from '@omicon/domain/data-map/data-map.ts';
import { memo, useState } from 'react';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import classes from '../drafts.module.css';
import { type AttributeRow, describeReadings, describeValues, leftOut } from './attribute-rows.ts';

const ROLE_NAMES: Record<AttributeRole, string> = {
  batch: 'Batch',
  individual: 'Individual',
  time: 'Survival time',
  event: 'Survival event',
};
const ROLE_OPTIONS = [
  { value: '', label: 'None' },
  ...ATTRIBUTE_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] })),
];

/** Rows with controls that are drawn at once. */
const FIRST_SHOWN = 100;

interface RowProps extends AttributeRow {
  error: string | undefined;
  onChange(column: string, change: Partial<AttributeMap>): void;
}

/** Drawn again only when its own attribute changes: a sheet may have hundreds. */
const Row = memo(function Row({ sheetColumn, error, onChange, ...row }: RowProps) {
  const { column } = sheetColumn;
  const attribute = row.attribute ?? leftOut(column);
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Keep ${column}`}
          checked={attribute.is_kept}
          onChange={({ currentTarget }) => onChange(column, { is_kept: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Th scope="row" className={classes.column}>
        {column}
      </Table.Th>
      <Table.Td miw={180}>
        <TextInput
          size="xs"
          aria-label={`Name of ${column}`}
          value={attribute.name}
          error={error}
          onChange={({ currentTarget }) => onChange(column, { name: currentTarget.value })}
        />
      </Table.Td>
      <Table.Td className={classes.values}>
        {describeValues(sheetColumn)}
        {describeReadings(attribute).map((sentence) => (
          <Text key={sentence} size="xs" c="dimmed">
            {sentence}
          </Text>
        ))}
      </Table.Td>
      <Table.Td miw={140}>
        <NativeSelect
          size="xs"
          aria-label={`Role of ${column}`}
          data={ROLE_OPTIONS}
          value={attribute.role ?? ''}
          onChange={({ currentTarget }) =>
            onChange(column, { role: ATTRIBUTE_ROLES.find((role) => role === currentTarget.value) ?? null })
          }
        />
      </Table.Td>
    </Table.Tr>
  );
});

interface AttributeTableProps {
  label: string;
  rows: readonly AttributeRow[];
  errors: ReadonlyMap<string, string>;
  onChange(column: string, change: Partial<AttributeMap>): void;
}

/** Columns of the sheet, each with its name, values and role as an attribute. */
export function AttributeTable({ label, rows, errors, onChange }: AttributeTableProps) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, FIRST_SHOWN);
  return (
    <>
      <div className={classes.scroller}>
        <Table className={classes.table ?? ''} verticalSpacing={4} aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Keep</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Name</Table.Th>
              <Table.Th>Values</Table.Th>
              <Table.Th>Role</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Row
                key={row.sheetColumn.column}
                {...row}
                error={errors.get(row.sheetColumn.column)}
                onChange={onChange}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {rows.length > shown.length && (
        <div>
          <SecondaryButton onClick={() => setAll(true)}>
            Show all {formatCount(rows.length)} columns
          </SecondaryButton>
        </div>
      )}
    </>
  );
}
