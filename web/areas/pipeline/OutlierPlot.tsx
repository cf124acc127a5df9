import { useCallback } from 'react';
import { collectSampleRows } from '../../actions/collect/collect-rows.tsx';
import { categoryColour } from '../../ui/colour/data-colours.ts';
import { toHex } from '../../ui/colour/rgb.ts';
import { XAxis, YAxis } from '../../ui/plot/Axis.tsx';
import { PlotFigure } from '../../ui/plot/marks/PlotFigure.tsx';
import { layoutPoints, type PointsLayout } from '../../ui/plot/marks/points-layout.ts';
import { ReferenceLine } from '../../ui/plot/marks/ReferenceLine.tsx';
import { formatDecimal, withMinus } from '../../ui/text/format.ts';

/** One sample of a round: its place in the order, and how well it fits the others. */
export interface OutlierRow {
  sample: string;
  rank: number;
  z_k: number;
  proposed: string;
  removed: string;
}

const KEPT = toHex(categoryColour(0));
const REMOVED = toHex(categoryColour(3));

interface OutlierPlotProps {
  dataSet: number;
  rows: readonly OutlierRow[];
  cut: number;
  onToggle(label: string): void;
}

/** Z.K of each sample, the least connected first; a sample is ticked for removal by a click or by Enter. */
export function OutlierPlot({ dataSet, rows, cut, onToggle }: OutlierPlotProps) {
  const layoutFor = useCallback(
    (width: number) =>
      layoutPoints(
        rows.map(({ rank }) => rank),
        rows.map(({ z_k }) => z_k),
        width,
        [cut],
      ),
    [rows, cut],
  );
  const cursorPoints = useCallback(({ points }: PointsLayout) => points, []);
  return (
    <PlotFigure
      title="Connectivity of the samples"
      fileName={`connectivity_OM.DS.${dataSet}`}
      caption="Z.K: how strongly a sample is correlated with all others, in standard deviations. Crosses are to be removed."
      keys="The arrow keys read the samples one by one, Enter selects one for removal or clears it."
      columns={[
        { key: 'sample', title: 'Sample', kind: 'text', width: 220 },
        { key: 'z_k', title: 'Z.K', kind: 'decimal', width: 90 },
        { key: 'proposed', title: 'Proposed', kind: 'text', width: 100 },
        { key: 'removed', title: 'To be removed', kind: 'text', width: 130 },
      ]}
      rows={rows}
      chosenAction={collectSampleRows(dataSet)}
      layoutFor={layoutFor}
      cursorPoints={cursorPoints}
      describe={(index) => {
        const row = rows[index];
        if (row === undefined) return '';
        return `${row.sample}: Z.K ${formatDecimal(row.z_k)}${row.removed === 'yes' ? ', to be removed' : ''}.`;
      }}
      onOpen={(index) => {
        const row = rows[index];
        if (row !== undefined) onToggle(row.sample);
      }}
      marks={(layout) => (
        <>
          <YAxis ticks={layout.yTicks} left={layout.left} right={layout.width} label="Z.K" />
          <XAxis ticks={layout.xTicks} top={layout.floor} right={layout.width - 4} label="Samples by Z.K" />
          <ReferenceLine layout={layout} value={cut} name={`Z.K = ${withMinus(String(cut))}`} />
          {layout.points.map(({ x, y }, index) =>
            rows[index]?.removed === 'yes' ? (
              <path
                key={rows[index].sample}
                d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`}
                stroke={REMOVED}
                strokeWidth={2}
              />
            ) : (
              <circle key={rows[index]?.sample} cx={x} cy={y} r={3.5} fill={KEPT} fillOpacity={0.8} />
            ),
          )}
        </>
      )}
    />
  );
}
