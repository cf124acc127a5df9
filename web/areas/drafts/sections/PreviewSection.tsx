import { Table, Text, Title } from '@mantine/core';
import type { DataProposal } from '@omicon/domain/data-map/data-map.ts';
import { memo } from 'react';
import { countOf } from '../../../ui/text/format.ts';
import classes from '../drafts.module.css';

interface PreviewSectionProps {
  file: string;
  preview: DataProposal['preview'];
}

/** The first rows of the file of values, as they are written there. Not drawn again at each key of a field. */
export const PreviewSection = memo(function PreviewSection({ file, preview }: PreviewSectionProps) {
  const { columns, rows } = preview;
  const label = `First rows of ${file}`;
  // Without a control in it, the box would be out of reach of the keyboard.
  const scrolling = { tabIndex: 0, role: 'group', 'aria-label': label };
  return (
    <section className={classes.section}>
      <Title order={3} mb="sm">
        Preview
      </Title>
      <Text size="sm" c="dimmed" mb="sm" className={classes.whole ?? ''}>
        {file}: the first {countOf(rows.length, 'row')} and {countOf(columns.length, 'column')}, as they are
        in the file.
      </Text>
      <div className={classes.scroller} {...scrolling}>
        <Table className={classes.table ?? ''} verticalSpacing={4} aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((title, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and columns keep their order
                <Table.Th key={index}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
              <Table.Tr key={row}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells neither
                  <Table.Td key={column} className={classes.cell} title={cell}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
});
