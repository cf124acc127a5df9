import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { drawSvg } from '../../../ui/plot/draw-svg.tsx';
import type { Drawing } from '../../../ui/plot/save-picture.ts';
import {
  describeCell,
  figureOf,
  SIGNIFICANT_Q,
  shadeOf,
  type TraitCell,
  type TraitTable,
} from './trait-cells.ts';

/** Room for slanted names. */
const HEAD = 110;
const SIDE = 150;
const [CELL_WIDTH, CELL_HEIGHT] = [48, 22];

/** A colour mixed with white, as `#rrggbb`. */
function mixWithWhite(colour: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const mixed = channels.map((channel) => Math.round(255 + ((channel - 255) * share) / 100));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The table as an SVG file, on white. */
export function drawTraits(table: TraitTable, title: string): Drawing {
  const { modules, traits } = table;
  const width = SIDE + traits.length * CELL_WIDTH + 16;
  const height = HEAD + modules.length * CELL_HEIGHT + 16;
  return drawSvg(
    <>
      {traits.map(({ attribute }, at) => (
        <text
          key={attribute}
          transform={`translate(${SIDE + (at + 0.6) * CELL_WIDTH} ${HEAD - 8}) rotate(-55)`}
        >
          {displayAttribute(attribute)}
        </text>
      ))}
      {modules.map((module, row) => (
        <g key={module.id} transform={`translate(0 ${HEAD + row * CELL_HEIGHT})`}>
          <text x={SIDE - 8} y={15} textAnchor="end">
            {module.name}
          </text>
          {traits.map((trait, at) => (
            <CellMarks
              key={trait.attribute}
              x={SIDE + at * CELL_WIDTH}
              cell={module.cells[at] ?? null}
              description={describeCell(module, trait, module.cells[at] ?? null)}
            />
          ))}
        </g>
      ))}
    </>,
    { width, height, title },
  );
}

function CellMarks({ x, cell, description }: { x: number; cell: TraitCell; description: string }) {
  const shade = shadeOf(cell);
  return (
    <>
      <rect
        x={x}
        width={CELL_WIDTH - 1}
        height={CELL_HEIGHT - 1}
        fill={shade === null ? '#f1f3f4' : mixWithWhite(shade.colour, shade.share)}
      >
        <title>{description}</title>
      </rect>
      <text
        x={x + CELL_WIDTH / 2}
        y={15}
        textAnchor="middle"
        fontWeight={cell !== null && cell.q_value < SIGNIFICANT_Q ? 700 : undefined}
      >
        {figureOf(cell)}
      </text>
    </>
  );
}
