import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { collectRecords } from '../../../actions/collect/collect-rows.tsx';
import { moduleAddress } from '../../../base/addresses/addresses.ts';
import { categoryColour } from '../../../ui/colour/data-colours.ts';
import { toHex } from '../../../ui/colour/rgb.ts';
import { XAxis, YAxis } from '../../../ui/plot/Axis.tsx';
import { PlotFigure } from '../../../ui/plot/marks/PlotFigure.tsx';
import { layoutPoints, type PointsLayout } from '../../../ui/plot/marks/points-layout.ts';
import { ReferenceLine } from '../../../ui/plot/marks/ReferenceLine.tsx';
import { formatDecimal } from '../../../ui/text/format.ts';
import type { RunRow } from './run-rows.ts';

/** Usual limits of weak and of strong evidence. */
const LEVELS = [2, 10] as const;

/** Z summary of each module against its size. @param rows with a Z summary */
export function SizePlot({
  rows,
  name,
  actions,
}: {
  rows: readonly (RunRow & { summary: number })[];
  name: string;
  actions: ReactNode;
}) {
  const router = useRouter();
  const layoutFor = useCallback(
    (width: number) =>
      layoutPoints(
        rows.map(({ present }) => present),
        rows.map(({ summary }) => summary),
        width,
        LEVELS,
      ),
    [rows],
  );
  const cursorPoints = useCallback(({ points }: PointsLayout) => points, []);
  return (
    <PlotFigure
      title="Z summary by size of the module"
      fileName={name}
      caption="Z summary against the number of genes that both data sets measure. From 2 on evidence is weak to moderate, from 10 on strong; Z grows with the size."
      keys="The arrow keys read the modules one by one, Enter opens one."
      columns={[
        { key: 'name', title: 'Module', kind: 'text', width: 200 },
        { key: 'present', title: 'Genes', kind: 'number', width: 100 },
        { key: 'summary', title: 'Z summary', kind: 'decimal', width: 120 },
      ]}
      rows={rows}
      actions={actions}
      chosenAction={collectRecords}
      layoutFor={layoutFor}
      cursorPoints={cursorPoints}
      describe={(index) => {
        const row = rows[index];
        return row === undefined
          ? ''
          : `${row.name}: ${row.present} genes, Z summary ${formatDecimal(row.summary)}.`;
      }}
      onOpen={(index) => router.history.push(moduleAddress(rows[index]?.omicon_id ?? ''))}
      marks={(layout) => (
        <>
          <YAxis ticks={layout.yTicks} left={layout.left} right={layout.width} label="Z summary" />
          <XAxis ticks={layout.xTicks} top={layout.floor} right={layout.width - 4} label="Genes" />
          {LEVELS.map((level) => (
            <ReferenceLine key={level} layout={layout} value={level} name={`Z = ${level}`} />
          ))}
          {layout.points.map((point, index) => (
            <circle
              key={rows[index]?.omicon_id}
              cx={point.x}
              cy={point.y}
              r={4}
              fill={toHex(categoryColour(0))}
              fillOpacity={0.8}
            />
          ))}
        </>
      )}
    />
  );
}
