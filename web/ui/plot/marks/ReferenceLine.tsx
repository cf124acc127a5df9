import plot from '../plot.module.css';
import type { PointsLayout } from './points-layout.ts';

const INK = '#5b6468';

/** A dashed line across the picture at a value of y that the points are read against, with its name at the right end. */
export function ReferenceLine({
  layout,
  value,
  name,
}: {
  layout: PointsLayout;
  value: number;
  name: string;
}) {
  const y = layout.toY(value);
  return (
    <g>
      <line
        x1={layout.left}
        x2={layout.width}
        y1={y}
        y2={y}
        stroke={INK}
        strokeDasharray="4 3"
        className={plot.cursor}
      />
      <text x={layout.width - 4} y={y - 4} textAnchor="end" className={plot.tick}>
        {name}
      </text>
    </g>
  );
}
