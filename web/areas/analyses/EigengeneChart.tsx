import { Figure } from '../../ui/plot/Figure.tsx';
import { useCursor } from '../../ui/plot/use-cursor.ts';
import { describeBar, EigengeneMarks } from './draw-eigengene.tsx';
import classes from './eigengene.module.css';
import { AXIS_WIDTH, type Chart, type Eigengene } from './eigengene-layout.ts';

function barAt({ bars, width }: Chart, x: number): number | null {
  const index = Math.floor(((x - AXIS_WIDTH) / (width - AXIS_WIDTH)) * bars.length);
  return index >= 0 && index < bars.length ? index : null;
}

/** One bar per sample. Pointer or arrow keys mark a sample, whose values are shown below. */
export function EigengeneChart({
  chart,
  eigengene,
  label,
}: {
  chart: Chart;
  eigengene: Eigengene;
  label: string;
}) {
  const cursor = useCursor({ rows: 0, columns: chart.bars.length });
  const marked = cursor.at === null ? undefined : chart.bars[cursor.at.column];
  return (
    <Figure
      label={label}
      keys="The arrow keys read the samples one by one."
      width={chart.width}
      height={chart.height}
      cursor={cursor}
      onPoint={(place) => {
        const column = place === null ? null : barAt(chart, place.x);
        cursor.set(column === null ? null : { row: null, column });
      }}
      readout={marked === undefined ? null : describeBar(marked, eigengene)}
      caption={`${label}, ${chart.bars.length} samples`}
    >
      <EigengeneMarks chart={chart} eigengene={eigengene} />
      {marked !== undefined && (
        <line
          x1={marked.x + marked.width / 2}
          x2={marked.x + marked.width / 2}
          y1={0}
          y2={chart.height}
          className={classes.mark}
        />
      )}
    </Figure>
  );
}
