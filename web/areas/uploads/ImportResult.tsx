import { Alert, Stack, Text, Title } from '@mantine/core';
import type { IntakeFault } from '@omicon/contract/intake.ts';
import { searchAddress } from '../../base/addresses.ts';
import { countOf, formatCount } from '../../ui/format.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { UploadReport } from './calls.ts';

type Unit = UploadReport['units'][number];
type Ignored = UploadReport['ignored'][number];

function addressOfUnit(unit: Unit): string | null {
  return unit.omicon_id === null ? null : searchAddress(unit.omicon_id, 'all');
}

const UNIT_COLUMNS: readonly Column<Unit>[] = [
  {
    key: 'title',
    title: 'Title',
    kind: 'text',
    width: 360,
    value: (row) => row.title,
    href: addressOfUnit,
  },
  { key: 'kind', title: 'Kind', kind: 'text', width: 160, value: (row) => row.kind },
  {
    key: 'omicon_id',
    title: 'Omicon ID',
    kind: 'identifier',
    width: 130,
    value: (row) => row.omicon_id,
    href: addressOfUnit,
  },
  { key: 'outcome', title: 'Outcome', kind: 'text', width: 140, value: (row) => row.outcome },
];

const FAULT_COLUMNS: readonly Column<IntakeFault>[] = [
  { key: 'file', title: 'File', kind: 'identifier', width: 320, value: (row) => row.file },
  { key: 'line', title: 'Line', kind: 'number', width: 80, value: (row) => row.line },
  { key: 'column', title: 'Column', kind: 'text', width: 140, value: (row) => row.column },
  { key: 'sentence', title: 'What is wrong', kind: 'text', width: 480, value: (row) => row.sentence },
];

const IGNORED_COLUMNS: readonly Column<Ignored>[] = [
  { key: 'path', title: 'File', kind: 'identifier', width: 360, value: (row) => row.path },
  { key: 'reason', title: 'Reason', kind: 'text', width: 400, value: (row) => row.reason },
];

const OUTCOMES = ['new', 'new version', 'unchanged'] as const;

/** `2 new, 3 unchanged` */
function summaryOf(units: readonly Unit[]): string {
  const counts = OUTCOMES.map((outcome) => ({
    outcome,
    count: units.filter((unit) => unit.outcome === outcome).length,
  }));
  const present = counts.filter(({ count }) => count > 0);
  return `${present.map(({ outcome, count }) => `${formatCount(count)} ${outcome}`).join(', ')}.`;
}

/** What an import stored: each unit with its outcome, then what it left out. */
export function ImportResult({ report }: { report: UploadReport }) {
  const leftOut = [
    ...report.not_understood.map((path) => ({ path, reason: 'Not understood' })),
    ...report.ignored,
  ];
  return (
    <Stack gap="lg">
      <Alert color="teal" variant="light" title="Stored">
        {report.message ?? `${countOf(report.units.length, 'record')}: ${summaryOf(report.units)}`}
        {report.emptied_values > 0 &&
          ` ${countOf(report.emptied_values, 'value')} that mean “not available” became NA.`}
      </Alert>
      <DataGrid
        name="import-result"
        caption="Records taken in"
        columns={UNIT_COLUMNS}
        rows={report.units}
        rowKey={(row) => `${row.kind}/${row.title}/${row.omicon_id}`}
        rowName={(row) => row.title}
      />
      {leftOut.length > 0 && (
        <section>
          <Title order={2} mb="sm">
            Left out
          </Title>
          <DataGrid
            name="import-left-out"
            caption="Files left out"
            columns={IGNORED_COLUMNS}
            rows={leftOut}
            rowKey={(row) => row.path}
            rowName={(row) => row.path}
          />
        </section>
      )}
    </Stack>
  );
}

/** What is wrong inside the files of a refused archive. */
export function ImportFaults({ faults }: { faults: readonly IntakeFault[] }) {
  const wrong = faults.filter(({ kind }) => kind === 'wrong');
  if (wrong.length === 0) return null;
  return (
    <section>
      <Title order={2}>What is wrong</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Nothing was stored. Correct the files below, pack them again and upload the new archive.
      </Text>
      <DataGrid
        name="import-faults"
        caption="Faults in the archive"
        columns={FAULT_COLUMNS}
        rows={wrong}
        rowKey={(row) => `${row.file}\u0000${row.line}\u0000${row.column}\u0000${row.sentence}`}
        rowName={(row) => row.file}
      />
    </section>
  );
}
