import { Alert, Stack, Title } from '@mantine/core';
import { searchAddress } from '@omicon/contract/addresses.ts';
import type { IntakeReport } from '@omicon/contract/areas/uploads.ts';
import {
  countIntake,
  type IntakeState,
  stateOfIntake,
  summarizeIntake,
} from '@omicon/domain/records/intake-summary.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { countOf } from '../../ui/text/format.ts';
import { LocatedMessages } from './LocatedMessages.tsx';
import { NextSteps } from './NextSteps.tsx';

type Unit = IntakeReport['units'][number];
type Ignored = IntakeReport['ignored'][number];

function addressOfUnit(unit: Unit): string | null {
  return unit.omicon_id === null ? null : searchAddress(unit.omicon_id, 'all');
}

const UNIT_COLUMNS: readonly Column<Unit>[] = [
  { key: 'title', title: 'Title', width: 360, href: addressOfUnit },
  { key: 'kind', title: 'Kind', width: 160 },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 130, href: addressOfUnit },
  { key: 'outcome', title: 'Outcome', width: 140 },
];

const IGNORED_COLUMNS: readonly Column<Ignored>[] = [
  { key: 'path', title: 'File', kind: 'identifier', width: 360 },
  { key: 'reason', title: 'Reason', width: 400 },
];

/** The sentence also starts with the state, so that nothing depends on colour alone. */
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

/** The report of an import: state, faults, warnings, the outcome of each unit, and files left out. */
export function ImportResult({ report }: { report: IntakeReport }) {
  const leftOut = [
    ...report.not_understood.map((path) => ({ path, reason: 'Not understood' })),
    ...report.ignored,
  ];
  return (
    <Stack gap="lg">
      <Verdict report={report} />
      <NextSteps units={report.units} />
      <LocatedMessages
        title="What is wrong"
        hint="Correct the files and import the whole folder again; stored records stay unchanged."
        rows={report.faults}
        fileName="import-faults.csv"
      />
      <LocatedMessages
        title="Warnings"
        hint="These were imported unchanged. Check whether each one is what you intended."
        rows={report.warnings}
        fileName="import-warnings.csv"
      />
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
            rowKey={(row) => `${row.kind}/${row.title}/${row.omicon_id}/${row.outcome}`}
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
          />
        </section>
      )}
    </Stack>
  );
}
