import { Stack, Text } from '@mantine/core';
import type { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { numberOf } from '@omicon/domain/records/samples/attribute-kinds.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useMemo } from 'react';
import { collectSamplesOf } from '../../actions/collect/collect-rows.tsx';
import { useSampleLinks } from '../../base/addresses/use-sample-links.ts';
import { GroupsPlot } from '../../ui/plot/marks/GroupsPlot.tsx';
import { ScatterPlot } from '../../ui/plot/marks/ScatterPlot.tsx';
import { formatCount, formatDecimal, formatPValue } from '../../ui/text/format.ts';
import { describeNotNumbers } from '../../ui/text/not-numbers.ts';
import { WholeNumbers } from '../../ui/text/WholeNumbers.tsx';
import { NO_TEST_TEXTS, TEST_NAMES } from './expression-rows.ts';

type Expression = ReplyOf<typeof getExpression>;
type Feature = Expression['features'][number];

/** The tests as lines of text. */
function testLines({ tests }: Feature): string[] {
  return tests.map(({ facet, kind, n, statistic, p_value }) => {
    const figure = Number.isInteger(statistic) ? formatCount(statistic) : formatDecimal(statistic);
    return `${facet === null ? '' : `${facet}: `}${TEST_NAMES[kind].name}, ${TEST_NAMES[kind].statistic} ${figure}, P ${formatPValue(p_value)}, n ${n}`;
  });
}

function Tests({ feature }: { feature: Feature }) {
  const { tests, not_tested } = feature;
  if (tests.length === 0 && not_tested.length === 0) return null;
  const nameOf = ({ facet, kind }: { facet: string | null; kind: keyof typeof TEST_NAMES }) =>
    `${facet === null ? '' : `${facet}: `}${TEST_NAMES[kind].name}`;
  const leftOut = (n: number) => (n === 0 ? '' : `, ${formatCount(n)} left out without a value of both`);
  return (
    <Stack gap={2} mt="xs">
      {testLines(feature).map((line, at) => (
        <Text key={line} size="sm">
          <WholeNumbers text={line} />
          {leftOut(tests[at]?.left_out ?? 0)}
        </Text>
      ))}
      {not_tested.map(({ facet, kind, n, left_out, reason }) => (
        <Text key={`${facet} ${kind}`} size="sm" c="dimmed">
          {nameOf({ facet, kind })}: not tested, as {NO_TEST_TEXTS[reason]}, n {n}
          {leftOut(left_out)}
        </Text>
      ))}
    </Stack>
  );
}

function NumericPlot({
  found,
  feature,
  attribute,
}: Pick<FeaturePlotProps, 'found' | 'feature'> & {
  attribute: NonNullable<Expression['attribute']>;
}) {
  const links = useSampleLinks(found.data_set.data_collection_id);
  const points = useMemo(() => {
    const known = found.samples.flatMap((sample, at) => {
      const [x, y] = [numberOf(attribute.values[at] ?? ''), feature.values[at]];
      return Number.isNaN(x) || y == null ? [] : [{ sample, x, y, facet: found.facet?.values[at] ?? null }];
    });
    return {
      samples: known.map(({ sample }) => sample),
      x: known.map(({ x }) => x),
      y: known.map(({ y }) => y),
      facets: known.map(({ facet }) => facet),
    };
  }, [found, feature, attribute]);
  const name = displayAttribute(attribute.name);
  return (
    <ScatterPlot
      {...links}
      title={`${feature.feature} by ${name}`}
      fileName={`${feature.feature}_by_${attribute.name}`}
      about={[found.data_set.title, ...testLines(feature)]}
      samples={points.samples}
      x={{ label: name, values: points.x }}
      y={{ label: feature.feature, values: points.y }}
      line={feature.line}
      chosenAction={collectSamplesOf(found.data_set.data_collection_id)}
      {...(found.facet === null ? {} : { groups: { attribute: found.facet.name, values: points.facets } })}
    />
  );
}

interface FeaturePlotProps {
  found: Expression;
  feature: Feature;
  /** label of a sample to mark */
  marked?: string;
}

/** One feature by the attribute, with its tests. */
export function FeaturePlot({ found, feature, marked }: FeaturePlotProps) {
  const { attribute, facet } = found;
  const links = useSampleLinks(found.data_set.data_collection_id);
  const groups = useMemo(
    () =>
      feature.groups.map(({ name, facet: of, samples, density, ...box }) => ({
        group:
          name === null
            ? attribute === null
              ? 'All samples'
              : null
            : (attribute?.value_labels[name] ?? name),
        facet: of === null ? null : (facet?.value_labels[of] ?? of),
        samples: samples.map((sample) => found.samples[sample] ?? ''),
        values: samples.map((sample) => feature.values[sample] ?? 0),
        box: {
          lower_whisker: box.whisker_low,
          lower_quartile: box.q1,
          median: box.median,
          upper_quartile: box.q3,
          upper_whisker: box.whisker_high,
        },
        density: { at: density.x, density: density.y },
      })),
    [feature, found, attribute, facet],
  );
  const where = attribute === null ? 'in all samples' : `by ${displayAttribute(attribute.name)}`;
  return (
    <section>
      {attribute?.kind === 'numeric' ? (
        <NumericPlot found={found} feature={feature} attribute={attribute} />
      ) : (
        <GroupsPlot
          {...links}
          title={`${feature.feature} ${where}`}
          fileName={`${feature.feature}_by_${attribute?.name ?? 'sample'}`}
          about={[found.data_set.title, ...testLines(feature)]}
          groups={groups}
          attribute={attribute?.name ?? 'All samples'}
          label={feature.feature}
          chosenAction={collectSamplesOf(found.data_set.data_collection_id)}
          {...(marked === undefined ? {} : { marked })}
        />
      )}
      {feature.groups.length < feature.number_of_groups && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {feature.groups.length} of {feature.number_of_groups} groups are shown; the tests use all.
        </Text>
      )}
      {attribute !== null && attribute.not_numbers.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {displayAttribute(attribute.name)} is shown as a number{describeNotNumbers(attribute.not_numbers)}.
        </Text>
      )}
      <Tests feature={feature} />
    </section>
  );
}
