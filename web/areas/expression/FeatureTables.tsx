import { geneAddress } from '@omicon/contract/addresses.ts';
import { collectFeatures } from '../../actions/collect/collect-rows.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { type Expression, type GroupRow, groupRows, type TestRow, testRows } from './expression-rows.ts';

const feature = { key: 'feature', title: 'Feature', kind: 'identifier', width: 140 } as const;
const FACET = { key: 'facet', title: 'Panel', width: 120 } as const;

const TESTS: readonly Column<TestRow>[] = [
  { ...feature, href: (row) => geneAddress(row.feature) },
  { key: 'test', title: 'Test', width: 200 },
  FACET,
  { key: 'n', title: 'Samples', kind: 'number', width: 90 },
  { key: 'left_out', title: 'Left out', kind: 'number', width: 90 },
  { key: 'statistic', title: 'Statistic', width: 90 },
  { key: 'value', title: 'Value', kind: 'decimal', width: 100 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 100 },
  { key: 'q_value', title: 'q', kind: 'p-value', width: 100 },
  { key: 'note', title: 'Note', width: 260 },
];

const GROUPS: readonly Column<GroupRow>[] = [
  { ...feature, href: (row) => geneAddress(row.feature) },
  { key: 'group', title: 'Group', width: 180 },
  FACET,
  { key: 'n', title: 'Samples', kind: 'number', width: 90 },
  { key: 'mean', title: 'Mean', kind: 'decimal', width: 100 },
  { key: 'sd', title: 'SD', kind: 'decimal', width: 100 },
  { key: 'q1', title: 'Lower quartile', kind: 'decimal', width: 130 },
  { key: 'median', title: 'Median', kind: 'decimal', width: 100 },
  { key: 'q3', title: 'Upper quartile', kind: 'decimal', width: 130 },
];

/** Tests of all features with q over them, and their groups. */
export function FeatureTables({ found }: { found: Expression }) {
  const [tests, groups] = [testRows(found), groupRows(found)];
  return (
    <>
      {tests.length > 0 && (
        <DataGrid
          name="feature-tests"
          caption={`Tests of ${found.features.length} features; q is Benjamini-Hochberg over those with a result, for each test`}
          columns={TESTS}
          rows={tests}
          chosenAction={collectFeatures}
          rowKey={(row) => `${row.feature} ${row.test} ${row.facet}`}
          rowName={(row) => `${row.feature}, ${row.test}`}
          emptyHint="Nothing is tested."
        />
      )}
      {groups.length > 0 && (
        <DataGrid
          name="feature-groups"
          caption="Groups of samples"
          columns={GROUPS}
          rows={groups}
          chosenAction={collectFeatures}
          pageSize={50}
          rowKey={(row) => `${row.feature} ${row.group} ${row.facet}`}
          rowName={(row) => `${row.feature}, ${row.group}`}
          emptyHint="There are no groups."
        />
      )}
    </>
  );
}
