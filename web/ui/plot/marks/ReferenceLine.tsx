import plot from '../plot.module.css';

const INK = '#5b6468';

interface ReferenceLineProps {
  left: number;
  right: number;
  y: number;
  name: string;
}

/** A dashed line across the picture that the points are read against, with its name at the right end. */
export function ReferenceLine({ left, right, y, name }: ReferenceLineProps) {
  return (
    <g>
      <line x1={left} x2={right} y1={y} y2={y} stroke={INK} strokeDasharray="4 3" className={plot.cursor} />
      <text x={right - 4} y={y - 4} textAnchor="end" className={plot.tick}>
        {name}
      </text>
    </g>
  );
}
