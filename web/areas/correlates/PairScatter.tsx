import { getModuleEigengene } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { useMemo } from 'react';
import { collectSamplesOf } from '../../actions/collect/collect-rows.tsx';
import { useSampleLinks } from '../../base/addresses/use-sample-links.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { ScatterPlot } from '../../ui/plot/marks/ScatterPlot.tsx';
import { formatDecimal, formatPValue } from '../../ui/text/format.ts';
import { leastSquares } from './least-squares.ts';

/** A feature of the data set, a module, or pasted values. */
export type PairSubject =
  | { feature: string }
  | { module: number; name: string }
  | { values: readonly { sample: string; value: number }[]; name: string };

interface PairScatterProps {
  dataSet: { id: number; title: string };
  subject: PairSubject;
  feature: string;
  /** only these samples; null for all */
  samples: readonly string[] | null;
  r: number;
  pValue: number | null;
}

/** Values of two features, or of an eigengene or pasted values and a feature, of the same samples. */
export function PairScatter({ dataSet, subject, feature, samples: only, ...fit }: PairScatterProps) {
  const own = 'feature' in subject ? subject.feature : null;
  const pasted = 'values' in subject ? subject.values : null;
  const values = useEndpoint(getExpression, {
    params: { id: dataSet.id },
    query: { features: own === null ? feature : `${own}\n${feature}` },
  });
  const module = 'module' in subject ? subject.module : 0;
  const eigengene = useEndpoint(
    getModuleEigengene,
    { params: { id: module }, query: {} },
    { enabled: module > 0 },
  );
  const collection = values.data?.data_set.data_collection_id ?? 0;
  const links = useSampleLinks(collection);
  const points = useMemo(() => {
    if (values.data === undefined || (module > 0 && eigengene.data === undefined)) return undefined;
    const { samples, features } = values.data;
    const valuesOf = (name: string) => features.find((each) => each.feature === name)?.values ?? [];
    const known = new Map(
      pasted !== null
        ? pasted.map(({ sample, value }) => [sample.trim(), value])
        : own === null
          ? eigengene.data?.samples.map((sample, at) => [sample, eigengene.data?.values[at] ?? null])
          : valuesOf(own).map((value, at) => [samples[at] ?? '', value]),
    );
    const wanted = only === null ? null : new Set(only);
    const y = valuesOf(feature);
    const paired = samples.flatMap((sample, at) => {
      const [a, b] = [known.get(sample) ?? null, y[at] ?? null];
      const isShown = a !== null && b !== null && (wanted === null || wanted.has(sample));
      return isShown ? [{ sample, a, b }] : [];
    });
    return {
      samples: paired.map(({ sample }) => sample),
      x: paired.map(({ a }) => a),
      y: paired.map(({ b }) => b),
    };
  }, [values.data, eigengene.data, module, pasted, own, only, feature]);
  const failed = values.isError ? values : eigengene.isError ? eigengene : null;
  if (failed !== null) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  if (points === undefined) return <Waiting what="the values" />;
  const name =
    'feature' in subject
      ? subject.feature
      : 'module' in subject
        ? `Eigengene of ${subject.name}`
        : subject.name;
  const line = leastSquares(points.x, points.y);
  return (
    <ScatterPlot
      {...links}
      title={`${feature} by ${name} in ${dataSet.title}`}
      fileName={`${feature}_by_${name.replaceAll(/\W+/g, '_')}`}
      about={[
        `r ${formatDecimal(fit.r)}${fit.pValue === null ? '' : `, P ${formatPValue(fit.pValue)}`}, n ${points.samples.length}`,
      ]}
      samples={points.samples}
      x={{ label: name, values: points.x }}
      y={{ label: feature, values: points.y }}
      line={line === null ? null : { ...line, r: fit.r, p_value: fit.pValue }}
      chosenAction={collectSamplesOf(collection)}
    />
  );
}
