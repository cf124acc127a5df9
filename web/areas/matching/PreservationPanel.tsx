import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { featureAddress } from '@omicon/contract/addresses.ts';
import { getPreservation } from '@omicon/contract/areas/matching.ts';
import type { SearchedDefinition } from '@omicon/domain/records/module-definition.ts';
import { MIN_PRESERVED_FEATURES } from '@omicon/domain/statistics/preservation/preservation.ts';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { collectedGenes, toGene } from '../../actions/collect/collected-items.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { colourAt, hexOf } from '../../ui/colour/palettes.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { MatrixPlot } from '../../ui/plot/marks/MatrixPlot.tsx';
import { ScatterPlot } from '../../ui/plot/marks/ScatterPlot.tsx';
import { countOf, formatCount, formatDecimal } from '../../ui/text/format.ts';
import { describeOrganisms } from './organism-text.ts';
import { PreservationCode } from './PreservationCode.tsx';
import {
  judge,
  type Preservation,
  type StatisticRow,
  toRows,
  writeCorrelations,
} from './preservation-text.ts';

const COLUMNS: readonly Column<StatisticRow>[] = [
  { key: 'title', title: 'Statistic', width: 210 },
  { key: 'observed', title: 'Observed', kind: 'decimal', width: 96 },
  { key: 'z', title: 'Z', kind: 'decimal', width: 80 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 80 },
  { key: 'meaning', title: 'What it compares', width: 400 },
];

const SCALE = [0, 0.25, 0.5, 0.75, 1].map((share) => hexOf(colourAt('blue-red', share)));

interface PairRow {
  gene: string;
  other: string;
  r: number;
}

function listPairs(features: readonly string[], correlations: readonly (readonly number[])[]): PairRow[] {
  return features.flatMap((gene, row) =>
    features
      .slice(row + 1)
      .map((other, at) => ({ gene, other, r: correlations[row]?.[row + 1 + at] ?? Number.NaN })),
  );
}

interface Subject {
  id: number;
  name: string;
  /** kind of its features */
  unique_identifier: string | null;
}

/** The page of a feature, if it has one, and how to go there. */
interface Pages {
  hrefOf(feature: string): string | null;
  onOpen: ((feature: string) => void) | undefined;
}

function usePages(identifier: string | null): Pages {
  const { history } = useRouter();
  const hrefOf = (feature: string) => featureAddress(identifier, feature);
  const onOpen = (feature: string) => history.push(hrefOf(feature) ?? '');
  return { hrefOf, onOpen: hrefOf('') === null ? undefined : onOpen };
}

function pairColumns({ hrefOf }: Pages): Column<PairRow>[] {
  return [
    { key: 'gene', title: 'Gene', kind: 'identifier', width: 140, href: ({ gene }) => hrefOf(gene) },
    { key: 'other', title: 'Other gene', kind: 'identifier', width: 140, href: ({ other }) => hrefOf(other) },
    { key: 'r', title: 'r', kind: 'decimal', width: 90 },
  ];
}

const COLLECT_PAIRS = collectRows(({ gene, other }: PairRow) => collectedGenes([gene, other]));
/** The points of the plot are genes. */
const COLLECT_POINTS = collectRows(({ sample }: { sample: string }) => toGene({ symbol: sample }));

function CorrelationMap({
  found,
  title,
  correlations,
  name,
  pages,
}: {
  found: Preservation;
  title: string;
  correlations: readonly (readonly number[])[];
  name: string;
  pages: Pages;
}) {
  const [as, setAs] = useState<'picture' | 'table'>('picture');
  const { features } = found;
  const pairs = useMemo(() => listPairs(features, correlations), [features, correlations]);
  return (
    <div>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <MatrixPlot
        title={title}
        fileName={`correlations_${name}`}
        about={[`Tested in ${found.data_set.title}`, 'Pearson r of the members']}
        rowNames={features}
        columnNames={features}
        values={correlations}
        range={[-1, 1]}
        palette="blue-red"
        describe={(row, column) =>
          `${features[row]} and ${features[column]}: r ${formatDecimal(correlations[row]?.[column] ?? 0)}.`
        }
        hrefOfRow={(row) => pages.hrefOf(features[row] ?? '')}
        hrefOfColumn={(column) => pages.hrefOf(features[column] ?? '')}
        onOpen={pages.onOpen && ((row) => pages.onOpen?.(features[row] ?? ''))}
        caption="Pearson r of the members, the strongest first, in the same order in both pictures."
        ramp={{ label: 'Correlation', title: 'r', ends: ['\u22121', '1'], colours: SCALE }}
        as={as}
        onAs={setAs}
        write={() => writeCorrelations(found)}
        table={
          <DataGrid
            name={`correlations-${name}`}
            caption={title}
            columns={pairColumns(pages)}
            rows={pairs}
            chosenAction={COLLECT_PAIRS}
            rowKey={({ gene, other }) => `${gene} ${other}`}
            rowName={({ gene, other }) => `${gene} and ${other}`}
          />
        }
      />
    </div>
  );
}

/** Least squares of y on x, without a test: the points are not independent. */
function lineOf(x: readonly number[], y: readonly number[]) {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [centreX, centreY] = [meanOf(x), meanOf(y)];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [at, value] of x.entries()) {
    const [dx, dy] = [value - centreX, (y[at] ?? 0) - centreY];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  if (!(xx > 0 && yy > 0)) return null;
  const slope = xy / xx;
  return { slope, intercept: centreY - slope * centreX, r: xy / Math.sqrt(xx * yy), p_value: null };
}

interface PreservationResultProps {
  found: Preservation;
  /** of the module or meta-module */
  name: string;
  /** kind of its features */
  identifier: string | null;
  /** in place of "the module is preserved" */
  what?: string | undefined;
  /** lines of code for the same numbers */
  code?: ReactNode;
}

/** What a test of preservation found: the sentence, its statistics, and the correlations behind them. */
export function PreservationResult({ found, name, identifier, what, code }: PreservationResultProps) {
  const { preservation, data_set, features, contributions, test_contributions } = found;
  const rows = useMemo(() => toRows(found), [found]);
  const pages = usePages(identifier);
  if (preservation === null) {
    return (
      <EmptyState title="Too few genes">
        {`${data_set.title} measures ${formatCount(found.present)} of the ${formatCount(found.members)} members of ${name}; the statistics need at least ${MIN_PRESERVED_FEATURES}.`}
      </EmptyState>
    );
  }
  const missing = found.members - found.present;
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600}>{judge(preservation.summary_z, what)}</Text>
        <Text size="sm" c="dimmed">
          {formatCount(found.present)} of {countOf(found.members, 'member')} are measured in {data_set.title}
          {missing > 0 ? `; ${formatCount(missing)} are not, or do not vary there` : ''}. P and Z compare with{' '}
          {countOf(preservation.random_sets, 'random set')} of as many of the{' '}
          {formatCount(found.common_features)} common features (seed {preservation.seed}). Z grows with the
          size of a module; above 2 is weak, above 10 strong evidence.
          {found.organisms === null
            ? ''
            : ` ${describeOrganisms(found.organisms)} Only one-to-one orthologues count.`}
        </Text>
      </div>
      {found.present < found.members / 2 && (
        <Alert color="orange" variant="light">
          Less than half of the members are measured in this data set: what is preserved may be another part
          of the module.
        </Alert>
      )}
      <DataGrid
        name="preservation"
        caption={`Preservation of ${name} in ${data_set.title}`}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ key }) => key}
        isFilterable={false}
        toolbar={code}
      />
      {/* The same rows side by side, whatever the height of the titles. */}
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'end' }}>
        <CorrelationMap
          found={found}
          title={`${name} where it was found`}
          correlations={found.correlations}
          name={`${name}_found`}
          pages={pages}
        />
        <CorrelationMap
          found={found}
          title={`${name} in ${data_set.title}`}
          correlations={found.test_correlations}
          name={`${name}_tested`}
          pages={pages}
        />
      </SimpleGrid>
      <div>
        <Title order={3} mb="xs">
          Gene by gene
        </Title>
        <ScatterPlot
          title={`Contributions of the members of ${name}`}
          fileName={`contributions_${name}`}
          about={[`Tested in ${found.data_set.title}`]}
          samples={features}
          pointTitle="Gene"
          {...pages}
          chosenAction={COLLECT_POINTS}
          x={{ label: 'r with the first component, discovery data set', values: contributions }}
          y={{ label: 'r with the first component, test data set', values: test_contributions }}
          line={lineOf(contributions, test_contributions)}
        />
      </div>
    </Stack>
  );
}

/** Whether a module is preserved in a data set. */
export function PreservationPanel({
  module,
  dataSet,
  definition,
}: {
  module: Subject;
  dataSet: number;
  definition: SearchedDefinition;
}) {
  const reply = useEndpoint(getPreservation, {
    params: { id: module.id, data_set_id: dataSet },
    query: { definition },
  });
  if (!reply.isSuccess)
    return <NotLoaded reply={reply} refusal="Nothing to compare" what="the random sets" />;
  const { data } = reply;
  return (
    <PreservationResult
      found={data}
      name={module.name}
      identifier={module.unique_identifier}
      code={
        // The lines match features by name, not by orthologues.
        data.organisms === null && (
          <PreservationCode
            path={`${getPreservation.path.replace(':id', String(module.id)).replace(':data_set_id', String(data.data_set.id))}?definition=${definition}`}
            isRun={false}
            definition={definition}
            module={module.id}
            tested={data.data_set}
          />
        )
      }
    />
  );
}
