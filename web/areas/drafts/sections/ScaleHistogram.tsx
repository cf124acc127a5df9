import { Box, Text } from '@mantine/core';
import type { DataProposal } from '@omicon/domain/data-map/data-map.ts';
import { memo, useCallback, useMemo } from 'react';
import { categoryColour } from '../../../ui/colour/data-colours.ts';
import { toHex } from '../../../ui/colour/rgb.ts';
import { XAxis, YAxis } from '../../../ui/plot/Axis.tsx';
import { PlotFigure } from '../../../ui/plot/marks/PlotFigure.tsx';
import { countOf, formatCount, withMinus } from '../../../ui/text/format.ts';
import { type Bin, binAt, binsOf, layoutHistogram } from './histogram-layout.ts';

const FILL = toHex(categoryColour(0));

const written = (value: number) => withMinus(String(Number(value.toPrecision(4))));

/** How many values there are and between which numbers. */
function describeRange({ least, greatest, missing }: DataProposal['values']): string {
  const gaps = missing === 0 ? 'none is missing' : `${formatCount(missing)} are missing`;
  if (least === null || greatest === null) return `No values; ${gaps}.`;
  return `Values from ${written(least)} to ${written(greatest)}; ${gaps}.`;
}

/** The values of the file as a histogram, from which a person sees their scale. */
export const ScaleHistogram = memo(function ScaleHistogram({ values }: Pick<DataProposal, 'values'>) {
  const bins = useMemo(() => binsOf(values), [values]);
  const layoutFor = useCallback((width: number) => layoutHistogram(bins, width), [bins]);
  const describe = ({ from, to, count }: Bin) =>
    `${written(from)} to ${written(to)}: ${countOf(count, 'value')}.`;
  return (
    <Box maw={720}>
      <Text size="sm">{describeRange(values)}</Text>
      {bins.length > 0 && (
        <PlotFigure
          title="Histogram of the values"
          fileName="values-histogram"
          caption="Numbers of values, before any transformation."
          keys="The arrow keys read the bars one by one."
          columns={[
            { key: 'from', title: 'From', kind: 'decimal', width: 120 },
            { key: 'to', title: 'To', kind: 'decimal', width: 120 },
            { key: 'count', title: 'Values', kind: 'number', width: 120 },
          ]}
          rows={bins}
          layoutFor={layoutFor}
          pointAt={binAt}
          describe={(index) => {
            const bin = bins[index];
            return bin === undefined ? '' : describe(bin);
          }}
          marks={({ left, floor, width, xTicks, yTicks, bars }) => (
            <>
              <YAxis ticks={yTicks} left={left} right={width} label="Values" />
              <XAxis ticks={xTicks} top={floor} right={width} />
              {bars.map((bar) => (
                <rect key={bar.x} {...bar} fill={FILL} />
              ))}
            </>
          )}
        />
      )}
    </Box>
  );
});
