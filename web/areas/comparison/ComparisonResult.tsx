import { Alert, Group, List, Text } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import { compareSamples } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { BodyInput, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { RankedComparisonLink } from '../../actions/explore/RankedLink.tsx';
import { GenesActions } from '../../actions/GenesActions.tsx';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { VolcanoPlot } from '../../ui/plot/marks/VolcanoPlot.tsx';
import { CodeModal } from '../../ui/text/CodeModal.tsx';
import { CHOSEN_Q, type ChosenGenes, MAX_CHOSEN, nameChoice } from '../../ui/text/chosen-genes.ts';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { CODE_LANGUAGES, codeLines } from './code-lines.ts';

type Comparison = ReplyOf<typeof compareSamples>;

const NONE: ReadonlySet<string> = new Set();

type Compared = Pick<Comparison, 'features' | 'difference' | 'q_value'> & {
  groups: readonly { name: string }[];
};

/**
 * The checked features of one direction; where none is checked in the whole table, those with q below the limit, the
 * smallest P first.
 */
export function chooseGenes(
  { features, difference, q_value, groups }: Compared,
  { isUp, checked }: { isUp: boolean; checked: ReadonlySet<string> },
): ChosenGenes {
  const isChecked = checked.size > 0;
  const isTaken = (at: number) => (isChecked ? checked.has(String(at)) : (q_value[at] ?? 1) < CHOSEN_Q);
  const isPair = groups.length === 2;
  const found = features.filter((_, at) => (!isPair || (difference[at] ?? 0) > 0 === isUp) && isTaken(at));
  const genes = isChecked ? found : found.slice(0, MAX_CHOSEN);
  const direction = isPair ? (isUp ? 'up' : 'down') : '';
  return {
    name: isPair ? `${groups[0]?.name}_${isUp ? 'UP' : 'DOWN'}` : 'DIFFERENT',
    genes,
    which: nameChoice(genes.length, isChecked ? undefined : found.length, direction),
  };
}

function Guards({ guards }: Pick<Comparison, 'guards'>) {
  if (guards.length === 0) return null;
  const isRefused = guards.some(({ is_refusal }) => is_refusal);
  const shown = guards.toSorted((a, b) => Number(b.is_refusal) - Number(a.is_refusal));
  return (
    <Alert
      color={isRefused ? 'red' : 'orange'}
      title={isRefused ? 'These groups cannot be compared' : 'Before you read the result'}
      mb="md"
      role={isRefused ? 'alert' : 'note'}
    >
      <List size="sm">
        {shown.map(({ sentence }) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Code({
  id,
  body,
  reply,
}: {
  id: number;
  body: BodyInput<typeof compareSamples>;
  reply: Comparison;
}) {
  const address = `${window.location.origin}${compareSamples.path.replace(':id', String(id))}`;
  return (
    <CodeModal
      about="The same test in R, or the call for this table."
      languages={CODE_LANGUAGES}
      codeFor={(language) => codeLines(language, { address, body, test: reply.test, groups: reply.groups })}
    />
  );
}

interface ComparisonResultProps {
  id: number;
  body: BodyInput<typeof compareSamples>;
}

/** Guards, volcano and table of one comparison. */
export function ComparisonResult({ id, body }: ComparisonResultProps) {
  const router = useRouter();
  const reply = useEndpoint(compareSamples, { params: { id }, body }, { structuralSharing: false });
  const [checked, setChecked] = useState<ReadonlySet<string>>(NONE);
  const names = useMemo(() => reply.data?.groups.map(({ name }) => name) ?? [], [reply.data]);
  const more = useMemo(
    () =>
      reply.data === undefined
        ? []
        : [
            { title: 'Statistic', values: reply.data.statistic },
            ...reply.data.groups.map(({ name }, at) => ({
              title: `Mean of ${name}`,
              values: reply.data.means[at] ?? [],
            })),
          ],
    [reply.data],
  );
  if (!reply.isSuccess)
    return <NotLoaded reply={reply} what="the values of all features, to compare the groups" />;
  const { data } = reply;
  if (data.features.length === 0)
    return (
      <>
        <Guards guards={data.guards} />
        <EmptyState title="No result">Change the groups or the test above.</EmptyState>
      </>
    );
  const [first = '', second = ''] = names;
  const isPair = names.length === 2;
  const up = chooseGenes(data, { isUp: true, checked });
  const down = chooseGenes(data, { isUp: false, checked });
  const sizes = data.groups.map(({ name, n }) => `${name} (${countOf(n, 'sample')})`).join(' against ');
  return (
    <section aria-label="Result">
      <Guards guards={data.guards} />
      <Text size="sm" mb="sm" role="status">
        {sizes}: {countOf(data.tested, 'feature')} tested
        {data.left_out > 0 && `, ${formatCount(data.left_out)} left out for missing values or no variation`}.
        q: Benjamini-Hochberg over all tested features.
      </Text>
      <Group gap="xs" mb="md">
        <Group gap="xs" role="group" aria-label={isPair ? 'Genes up' : 'Genes that differ'}>
          <GenesActions {...up} isExploreDisabled={up.genes.length === 0} />
        </Group>
        {isPair && (
          <Group gap="xs" role="group" aria-label="Genes down">
            <GenesActions {...down} isExploreDisabled={down.genes.length === 0} />
          </Group>
        )}
        <RankedComparisonLink id={id} body={body} />
        <Code id={id} body={body} reply={data} />
      </Group>
      <VolcanoPlot
        title={`Comparison of ${names.join(' and ')}`}
        fileName={`comparison-OM.DS.${id}`}
        about={[`Data set OM.DS.${id}`, `${sizes}; test: ${data.test}`]}
        features={data.features}
        difference={data.difference}
        p_value={data.p_value}
        log10_p={data.log10_p}
        q_value={data.q_value}
        more={more}
        checks={{ keys: checked, onChange: setChecked }}
        label={isPair ? `Difference of means, ${first} minus ${second}` : 'Largest minus smallest mean'}
        hrefOf={(feature) => geneAddress(feature)}
        onOpen={(at) => router.history.push(geneAddress(data.features[at] ?? ''))}
      />
    </section>
  );
}
