import { displayAttribute } from '@omicon/domain/records/sample-attributes.ts';
import { type Drawing, escapeXml } from '../../../ui/plot/save-picture.ts';
import { describeCell, figureOf, SIGNIFICANT_Q, shadeOf, type TraitTable } from './trait-cells.ts';

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const HEAD = 150;
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
  const heads = traits
    .map(
      ({ attribute }, at) =>
        `<text transform="translate(${SIDE + (at + 0.6) * CELL_WIDTH} ${HEAD - 8}) rotate(-55)">${escapeXml(displayAttribute(attribute))}</text>`,
    )
    .join('');
  const rows = modules
    .map((module, row) => {
      const y = HEAD + row * CELL_HEIGHT;
      const cells = traits.map((trait, at) => {
        const cell = module.cells[at] ?? null;
        const shade = shadeOf(cell);
        const x = SIDE + at * CELL_WIDTH;
        const weight = cell !== null && cell.q_value < SIGNIFICANT_Q ? ' font-weight="700"' : '';
        return `<rect x="${x}" y="${y}" width="${CELL_WIDTH - 1}" height="${CELL_HEIGHT - 1}" fill="${shade === null ? '#f1f3f4' : mixWithWhite(shade.colour, shade.share)}"><title>${escapeXml(describeCell(module, trait, cell))}</title></rect><text x="${x + CELL_WIDTH / 2}" y="${y + 15}" text-anchor="middle"${weight}>${figureOf(cell)}</text>`;
      });
      return `<text x="${SIDE - 8}" y="${y + 15}" text-anchor="end">${escapeXml(module.name)}</text>${cells.join('')}`;
    })
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="11" fill="#1b2124"><title>${escapeXml(title)}</title><rect width="100%" height="100%" fill="#ffffff"/><text x="8" y="20" font-size="14" font-weight="600">${escapeXml(title)}</text>${heads}${rows}</svg>`;
  return { svg, width, height };
}
