import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { drawSvg } from '../../../ui/plot/draw-svg.tsx';
import type { Drawing } from '../../../ui/plot/save-picture.ts';
import { cutEnd } from '../../../ui/text/format.ts';
import {
  barOf,
  describeCell,
  figuresOf,
  listClosest,
  SIGNIFICANT_Q,
  shadeOf,
  type TraitTable,
} from './trait-cells.ts';

const [NAMES, AXIS, FIGURES, ROW] = [200, 320, 220, 24];
const MOST_LETTERS = 32;

/** The bars of one module as an SVG file, on white. @param table with this module only */
export function drawTraitBars(table: TraitTable, title: string): Drawing {
  const rows = listClosest(table);
  const [width, height] = [NAMES + AXIS + FIGURES, rows.length * ROW + 16];
  const centre = NAMES + AXIS / 2;
  return drawSvg(
    <>
      <line x1={centre} x2={centre} y1={0} y2={rows.length * ROW} stroke="#d9dee0" />
      {rows.map(({ module, trait, ...cell }, at) => {
        const { start, size } = barOf(cell);
        return (
          <g key={trait.attribute} transform={`translate(0 ${at * ROW})`}>
            <title>{describeCell(module, trait, cell)}</title>
            <text x={NAMES - 8} y={16} textAnchor="end">
              {cutEnd(displayAttribute(trait.attribute), MOST_LETTERS)}
            </text>
            <rect
              x={NAMES + (AXIS * start) / 100}
              y={6}
              width={(AXIS * size) / 100}
              height={12}
              fill={shadeOf(cell)?.colour}
            />
            <text x={NAMES + AXIS + 12} y={16} fontWeight={cell.q_value < SIGNIFICANT_Q ? 700 : undefined}>
              {figuresOf(trait, cell)}
            </text>
          </g>
        );
      })}
    </>,
    { width, height, title },
  );
}
