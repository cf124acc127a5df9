import { Alert, Group, Text } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import { correlateProfiles } from '@omicon/contract/areas/statistics/correlates.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { useMemo, useState } from 'react';
import { GenesActions } from '../../actions/GenesActions.tsx';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { CodeModal } from '../../ui/text/CodeModal.tsx';
import { MAX_CHOSEN, nameChoice } from '../../ui/text/chosen-genes.ts';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { CODE_LANGUAGES, codeLines } from './code-lines.ts';
import {
  type Correlate,
  type Correlates,
  columnsOf,
  positiveGenes,
  withoutShared,
} from './correlate-columns.tsx';
import { PairScatter, type PairSubject } from './PairScatter.tsx';

type Body = BodyInput<typeof correlateProfiles>;

function subjectOf(
  { subject }: Body,
  found: Correlates,
  dataSet: Correlates['data_sets'][number],
): PairSubject {
  if (subject.kind === 'module') return { module: subject.id, name: found.subject };
  if (subject.kind === 'profile') return { values: subject.values, name: found.subject };
  return { feature: dataSet.feature ?? found.subject };
}

/** Pasted labels that no sample has. */
function Unmatched({ found: { unmatched, number_of_unmatched } }: { found: Correlates }) {
  if (number_of_unmatched === 0) return null;
  const more = number_of_unmatched - unmatched.length;
  return (
    <Alert color="orange" variant="light" mb="sm" role="note">
      <Text size="sm" fw={500}>
        {countOf(number_of_unmatched, 'label')} without a sample in this data set
      </Text>
      <Text size="sm" mah={120} style={{ overflow: 'auto' }}>
        {unmatched.join(', ')}
        {more > 0 && ` and ${more} more`}
      </Text>
    </Alert>
  );
}

/** Pairs of data sets that are named. */
const MAX_PAIRS = 3;

/** Data sets with the same samples, such as stages of one, which are no independent evidence. */
function SharedSamples({
  found: { data_sets, shared_samples },
  onKeep,
}: {
  found: Correlates;
  onKeep: ((dataSets: number[]) => void) | undefined;
}) {
  if (shared_samples.length === 0) return null;
  const titleOf = (wanted: number) => data_sets.find(({ id }) => id === wanted)?.title ?? '';
  const more = shared_samples.length - MAX_PAIRS;
  return (
    <Alert color="orange" variant="light" mb="sm" role="note" title="Not independent">
      {shared_samples.slice(0, MAX_PAIRS).map(({ a, b, n }) => (
        <Text key={`${a} ${b}`} size="sm">
          {titleOf(a)} and {titleOf(b)} share {countOf(n, 'sample')}.
        </Text>
      ))}
      {more > 0 && <Text size="sm">{countOf(more, 'more pair')} of data sets share samples.</Text>}
      <Text size="sm">Z, P and q count these samples more than once.</Text>
      {onKeep !== undefined && (
        <SecondaryButton onClick={() => onKeep(withoutShared(data_sets, shared_samples))}>
          Keep one of each
        </SecondaryButton>
      )}
    </Alert>
  );
}

/** The scatter of one row, in the first data set that has it. */
function Scatter({ row, found, body }: { row: Correlate; found: Correlates; body: Body }) {
  const at = row.features.findIndex((feature) => feature !== null);
  const [dataSet, feature] = [found.data_sets[at], row.features[at] ?? null];
  if (dataSet === undefined || feature === null) return null;
  return (
    <PairScatter
      dataSet={dataSet}
      subject={subjectOf(body, found, dataSet)}
      feature={feature}
      samples={dataSet.samples}
      r={row.r[at] ?? 0}
      pValue={found.data_sets.length === 1 && body.measure === 'pearson' ? row.p_value : null}
    />
  );
}

/** Features without a correlation, over all data sets. */
function describeNotTested({ data_sets }: Correlates): string {
  const n = data_sets.reduce((sum, { not_tested }) => sum + not_tested, 0);
  if (n === 0) return '';
  const verb =
    n === 1 ? 'is not tested: it does not vary, or has' : 'are not tested: they do not vary, or have';
  return ` ${countOf(n, 'more feature')} ${verb} fewer than four samples with a value.`;
}

/**
 * What correlates with a gene, a module or pasted values, with the scatter of a row.
 * @param onKeep chooses these of the data sets, where they can be chosen
 */
export function CorrelatesResult({ body, onKeep }: { body: Body; onKeep?: (dataSets: number[]) => void }) {
  const reply = useEndpoint(correlateProfiles, { body }, { structuralSharing: false });
  const [shown, setShown] = useState<Correlate | null>(null);
  const isCombined = body.data_sets.length > 1;
  const { data } = reply;
  const columns = useMemo(() => (data === undefined ? [] : columnsOf(data, isCombined)), [data, isCombined]);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(() => {
    const rows = data?.results ?? [];
    return keys.size === 0
      ? positiveGenes(rows)
      : rows.map(({ name }) => name).filter((name) => keys.has(name));
  }, [data, keys]);
  if (data === undefined || reply.isError)
    return <NotLoaded reply={reply} refusal="Nothing to correlate" what="the values of all features" />;
  const genes = keys.size > 0 ? found : found.slice(0, MAX_CHOSEN);
  const where =
    data.data_sets.length === 1
      ? `in ${countOf(data.distinct_samples, 'sample')}`
      : `in ${countOf(data.distinct_samples, 'sample')} of ${countOf(data.data_sets.length, 'data set')}`;
  return (
    <>
      {data.left_out.length > 0 && (
        <Alert color="orange" variant="light" mb="sm" role="note">
          <Text size="sm" fw={500}>
            Left out
          </Text>
          {data.left_out.map(({ id, reason }) => (
            <Text key={id} size="sm">
              {reason}
            </Text>
          ))}
        </Alert>
      )}
      <Unmatched found={data} />
      <SharedSamples found={data} onKeep={onKeep} />
      <Text size="sm" mb="xs" role="status">
        {countOf(data.tested, isCombined ? 'symbol' : 'feature')} {where}.{describeNotTested(data)} q:
        Benjamini-Hochberg over all of them
        {data.results.length < data.tested
          ? `; the first ${formatCount(data.results.length)} are listed`
          : ''}
        .{isCombined && ' I² is the share of the differences between data sets that is not chance.'}
      </Text>
      <Group gap="xs" mb="md">
        <GenesActions
          name={`${data.subject}_CORRELATES`}
          genes={genes}
          which={nameChoice(genes.length, keys.size > 0 ? undefined : found.length)}
        />
        <CodeModal
          about="The same correlations in R, or the call for this table."
          languages={CODE_LANGUAGES}
          codeFor={(language) =>
            codeLines(language, {
              address: `${window.location.origin}${correlateProfiles.path}`,
              body,
              found: data,
            })
          }
        />
      </Group>
      {shown !== null && <Scatter row={shown} found={data} body={body} />}
      <DataGrid
        name={`correlates-${data.subject}`}
        caption={`${isCombined ? 'Symbols' : 'Features'} by their correlation with ${data.subject}`}
        columns={columns}
        rows={data.results}
        pageSize={50}
        rowKey={(row) => row.name}
        rowHref={(row) => geneAddress(row.name)}
        checks={{ keys, onChange: setKeys }}
        actions={(row) => [{ label: 'Show the scatter plot', run: () => setShown(row) }]}
        emptyHint={`Nothing correlates with ${data.subject}.`}
      />
    </>
  );
}
