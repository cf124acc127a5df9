import { Alert, Stack, Text, Title } from '@mantine/core';
import type { IntakeReport, IntakeWarning } from '@omicon/contract/intake.ts';
import {
  countIntake,
  type IntakeState,
  stateOfIntake,
  summarizeIntake,
} from '@omicon/domain/intake-summary.ts';
import { searchAddress } from '../../base/addresses.ts';
import { countOf } from '../../ui/format.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';

type Unit = IntakeReport['units'][number];
type Ignored = IntakeReport['ignored'][number];

function addressOfUnit(unit: Unit): string | null {
  return unit.omicon_id === null ? null : searchAddress(unit.omicon_id, 'all');
}

const UNIT_COLUMNS: readonly Column<Unit>[] = [
  { key: 'title', title: 'Title', kind: 'text', width: 360, href: addressOfUnit },
  { key: 'kind', title: 'Kind', kind: 'text', width: 160 },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 130, href: addressOfUnit },
  { key: 'outcome', title: 'Outcome', kind: 'text', width: 140 },
];

/** The sentence comes first: of a narrow window it is all that one sees. */
function placeColumns(sentenceTitle: string): readonly Column<IntakeWarning>[] {
  return [
    { key: 'sentence', title: sentenceTitle, kind: 'text', width: 480 },
    { key: 'file', title: 'File', kind: 'identifier', width: 400 },
    { key: 'line', title: 'Line', kind: 'number', width: 80 },
    { key: 'column', title: 'Column', kind: 'text', width: 140 },
  ];
}

const FAULT_COLUMNS = placeColumns('What is wrong');
const WARNING_COLUMNS = placeColumns('What to look at');

const IGNORED_COLUMNS: readonly Column<Ignored>[] = [
  { key: 'path', title: 'File', kind: 'identifier', width: 360 },
  { key: 'reason', title: 'Reason', kind: 'text', width: 400 },
];

function keyOf(row: IntakeWarning): string {
  return `${row.file}\u0000${row.line}\u0000${row.column}\u0000${row.sentence}`;
}

/** The sentence begins with the word for the state; the colour only repeats it. */
const COLORS: Record<IntakeState, string> = {
  stored: 'teal',
  unchanged: 'gray',
  'stored in part': 'orange',
  refused: 'red',
  failed: 'red',
};

function Verdict({ report }: { report: IntakeReport }) {
  const counts = countIntake(report);
  return (
    <Alert color={COLORS[stateOfIntake(counts)]} variant="light">
      {summarizeIntake(counts)}
      {report.emptied_values > 0 &&
        ` ${countOf(report.emptied_values, 'value')} that mean “not available” became NA.`}
      {report.warnings.length > 0 && ` ${countOf(report.warnings.length, 'warning')} below.`}
    </Alert>
  );
}

/** Missing files and faults inside the files that are there. */
function ImportFaults({ report }: { report: IntakeReport }) {
  if (report.faults.length === 0) return null;
  return (
    <section>
      <Title order={2}>What is wrong</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Correct the files below and import the whole folder again; what was stored before stays as it is.
      </Text>
      <DataGrid
        name="import-faults"
        caption="Faults of the import"
        columns={FAULT_COLUMNS}
        rows={report.faults}
        rowKey={keyOf}
        rowName={(row) => row.file}
      />
    </section>
  );
}

function ImportWarnings({ warnings }: { warnings: readonly IntakeWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <section>
      <Title order={2}>Warnings</Title>
      <Text size="sm" c="dimmed" mb="sm">
        These were imported as they are. Check each one: it may not be what you meant.
      </Text>
      <DataGrid
        name="import-warnings"
        caption="Warnings of the import"
        columns={WARNING_COLUMNS}
        rows={warnings}
        rowKey={keyOf}
        rowName={(row) => row.file}
      />
    </section>
  );
}

/** The report of an import: its verdict, what is wrong, what needs a look, each unit with its outcome, what was left out. */
export function ImportResult({ report }: { report: IntakeReport }) {
  const leftOut = [
    ...report.not_understood.map((path) => ({ path, reason: 'Not understood' })),
    ...report.ignored,
  ];
  return (
    <Stack gap="lg">
      <Verdict report={report} />
      <ImportFaults report={report} />
      <ImportWarnings warnings={report.warnings} />
      {report.units.length > 0 && (
        <section>
          <Title order={2} mb="sm">
            Records
          </Title>
          <DataGrid
            name="import-result"
            caption="Records of the import"
            columns={UNIT_COLUMNS}
            rows={report.units}
            rowKey={(row) => `${row.kind}/${row.title}/${row.omicon_id}`}
            rowName={(row) => row.title}
          />
        </section>
      )}
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
