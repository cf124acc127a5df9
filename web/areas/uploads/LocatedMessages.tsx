import { Button, Group, List, Text, Title } from '@mantine/core';
import type { IntakeWarning } from '@omicon/contract/areas/uploads.ts';
import { writeRow } from '@omicon/domain/files/table-text.ts';
import { useState } from 'react';
import { saveFile } from '../../ui/files/save-file.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { BreakableName } from '../../ui/text/BreakableName.tsx';
import { formatCount } from '../../ui/text/format.ts';

const FIRST_SHOWN = 20;

interface LocatedMessagesProps {
  title: string;
  hint: string;
  rows: readonly IntakeWarning[];
  /** name of the CSV download */
  fileName: string;
}

function positionOf({ line, column }: IntakeWarning): string {
  return `${line === null ? '' : `, line ${line}`}${column === null ? '' : `, column ${column}`}`;
}

function save(rows: readonly IntakeWarning[], fileName: string): void {
  const header = writeRow(['Sentence', 'File', 'Line', 'Column']);
  const lines = rows.map(({ sentence, file, line, column }) => writeRow([sentence, file, line, column]));
  saveFile(new Blob([header, ...lines], { type: 'text/csv;charset=utf-8' }), fileName);
}

/** The message, and below it the file with its position there. */
export function FaultText({ fault }: { fault: IntakeWarning }) {
  return (
    <>
      <Text maw="80ch">{fault.sentence}</Text>
      <Text size="sm" c="dimmed" className="identifier" style={{ overflowWrap: 'anywhere' }}>
        <BreakableName text={fault.file} />
        {positionOf(fault)}
      </Text>
    </>
  );
}

/** Faults or warnings of an import: each message with its position in the file, and a download of all as CSV. */
export function LocatedMessages({ title, hint, rows, fileName }: LocatedMessagesProps) {
  const [isAll, setAll] = useState(false);
  if (rows.length === 0) return null;
  const shown = isAll ? rows : rows.slice(0, FIRST_SHOWN);
  return (
    <section>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {hint}
      </Text>
      <List listStyleType="none" spacing="sm" aria-label={title}>
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the report does not change, and sentences may repeat
          <List.Item key={index}>
            <FaultText fault={row} />
          </List.Item>
        ))}
      </List>
      <Group mt="sm">
        {rows.length > shown.length && (
          <SecondaryButton onClick={() => setAll(true)}>Show all {formatCount(rows.length)}</SecondaryButton>
        )}
        <Button size="xs" variant="subtle" onClick={() => save(rows, fileName)}>
          Download as CSV
        </Button>
      </Group>
    </section>
  );
}
