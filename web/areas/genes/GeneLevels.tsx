import { Text } from '@mantine/core';
import { dataSetAddress } from '@omicon/contract/addresses.ts';
import { listGeneLevels } from '@omicon/contract/areas/genes/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { categoryColour } from '../../ui/colour/data-colours.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { XAxis } from '../../ui/plot/Axis.tsx';
import { PlotFigure } from '../../ui/plot/marks/PlotFigure.tsx';
import plot from '../../ui/plot/plot.module.css';
import { countOf, formatCount, formatDecimal } from '../../ui/text/format.ts';
import { layoutLevels } from './levels-layout.ts';

type Levels = ReplyOf<typeof listGeneLevels>;
type Level = Omit<Levels['results'][number], 'percentile'> & { percentile: number };

function LevelsPlot({ symbol, rows }: { symbol: string; rows: readonly Level[] }) {
  const { history } = useRouter();
  const collections = new Set(rows.map(({ data_collection_id }) => data_collection_id)).size;
  const layoutFor = useCallback(
    (width: number) =>
      layoutLevels(
        rows.map(({ percentile }) => percentile),
        width,
      ),
    [rows],
  );
  return (
    <PlotFigure
      title={`Level of ${symbol} in ${countOf(rows.length, 'data set')}`}
      fileName={`level_of_${symbol}`}
      about={[`Percentile of the mean among all features, ${countOf(collections, 'data collection')}`]}
      caption={`Percentile of the mean of ${symbol} among all features, one dot for each of ${countOf(rows.length, 'data set')} from ${countOf(collections, 'data collection')}.`}
      keys="The arrow keys read the data sets by percentile; Enter opens one."
      columns={[
        { key: 'title', title: 'Data set', width: 380, href: (row) => dataSetAddress(row.id) },
        { key: 'number_of_samples', title: 'Samples', kind: 'number', width: 100 },
        { key: 'percentile', title: 'Percentile', kind: 'decimal', width: 110 },
        { key: 'mean', title: 'Mean', kind: 'decimal', width: 100 },
        { key: 'feature', title: 'Feature', kind: 'identifier', width: 160 },
      ]}
      rows={rows}
      layoutFor={layoutFor}
      describe={(index) => {
        const row = rows[index];
        if (row === undefined) return '';
        const mean = row.mean === null ? 'NA' : formatDecimal(row.mean);
        return `${row.title}: percentile ${row.percentile.toFixed(1)}, mean ${mean}, ${countOf(row.number_of_samples, 'sample')}.`;
      }}
      onOpen={(index) => history.push(dataSetAddress(rows[index]?.id ?? 0))}
      marks={(layout) => (
        <>
          <line
            x1={layout.ticks[0]?.at}
            x2={layout.ticks.at(-1)?.at}
            y1={layout.floor}
            y2={layout.floor}
            stroke="#d9dee0"
            className={plot.rule}
          />
          <XAxis ticks={layout.ticks} top={layout.floor} right={layout.width - 4} label="Percentile" />
          {layout.points.map((point, at) => (
            <circle
              key={rows[at]?.id}
              cx={point.x}
              cy={point.y}
              r={layout.radius - 0.5}
              fill={categoryColour(0)}
            />
          ))}
        </>
      )}
    />
  );
}

/** The level of a gene in every readable data set, as one row of dots. */
export function GeneLevels({ symbol }: { symbol: string }) {
  const reply = useEndpoint(listGeneLevels, { params: { symbol } });
  const rows = useMemo(
    () =>
      (reply.data?.results ?? [])
        .flatMap(({ percentile, ...level }) =>
          percentile === null || level.is_centred ? [] : [{ ...level, percentile }],
        )
        .toSorted((a, b) => a.percentile - b.percentile),
    [reply.data],
  );
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the levels" />;
  const { results, total } = reply.data;
  const centred = results.filter(({ is_centred }) => is_centred).length;
  const waiting = results.filter(({ percentile, is_centred }) => percentile === null && !is_centred).length;
  return (
    <section aria-label="Level in every data set">
      {rows.length > 0 && <LevelsPlot symbol={symbol} rows={rows} />}
      {results.length < total && (
        <Text size="sm" c="dimmed">
          The {formatCount(results.length)} largest of {countOf(total, 'data set')} are drawn.
        </Text>
      )}
      {centred > 0 && (
        <Text size="sm" c="dimmed">
          {countOf(centred, 'data set')} not drawn: the values are centred, each feature with a mean of about
          0, so its level among the others is not known.
        </Text>
      )}
      {waiting > 0 && (
        <Text size="sm" c="dimmed">
          {countOf(waiting, 'data set')} without a level yet: the values are being prepared.
        </Text>
      )}
    </section>
  );
}
