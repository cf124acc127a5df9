import { useRouter } from '@tanstack/react-router';
import { categoryColour } from '../../../ui/colour/data-colours.ts';
import { toHex } from '../../../ui/colour/rgb.ts';
import { Figure } from '../../../ui/plot/Figure.tsx';
import plot from '../../../ui/plot/plot.module.css';
import { useCursor } from '../../../ui/plot/use-cursor.ts';
import { cutName, shortName } from '../../../ui/text/name-parts.ts';
import { type ForestLayout, lineAt, markPath } from './forest-layout.ts';

const [RULE, INK] = ['#d9dee0', '#1b2124'];
const BLUE = toHex(categoryColour(0));
const HALF_LINE = 10;

/** What a line says. */
export interface ForestRow {
  /** of a data set, or of what is combined */
  name: string;
  /** estimate with its interval */
  figures: string;
  /** a sentence with all numbers */
  about: string;
  /** what Enter opens; null where nothing is */
  href: string | null;
}

interface ForestProps {
  layout: ForestLayout;
  /** of the lines of the layout */
  rows: readonly ForestRow[];
}

/** Name, interval, mark and numbers of one line. */
function LineMarks({ layout, rows, at, isFile }: ForestProps & { at: number; isFile: boolean }) {
  const [line, row] = [layout.lines[at], rows[at]];
  if (line === undefined || row === undefined) return null;
  const { isCombined, low, high, y } = line;
  return (
    <>
      <text
        x={layout.left - 8}
        y={y + 4}
        textAnchor="end"
        fontWeight={isCombined ? '600' : undefined}
        className={plot.label}
      >
        {isCombined || isFile ? shortName(row.name) : cutName(row.name, layout.left < 200 ? 20 : 38)}
      </text>
      {!isCombined && <line x1={low} x2={high} y1={y} y2={y} stroke={INK} className={plot.cursor} />}
      <path d={markPath(line)} fill={BLUE} className={plot.cell} />
      {layout.figures !== null && (
        <text x={layout.figures} y={y + 4} className={plot.tick}>
          {row.figures}
        </text>
      )}
    </>
  );
}

/** The marks of all parts, each with its axis, on the screen and in a file. */
export function ForestMarks({ layout, rows, isFile = false }: ForestProps & { isFile?: boolean }) {
  const { heads, lines, ticks, left, none } = layout;
  return (
    <>
      {heads.map(({ title, axis, y, foot }) => (
        <g key={y}>
          <text x={0} y={y} fontWeight="600" className={plot.label}>
            {title}
          </text>
          <text x={left} y={y} className={plot.tick}>
            {axis}
          </text>
          {ticks.map(({ value, label, at }) => (
            <g key={value}>
              <line x1={at} x2={at} y1={y + 8} y2={foot} stroke={RULE} className={plot.rule} />
              <text x={at} y={foot + 13} textAnchor="middle" className={plot.tick}>
                {label}
              </text>
            </g>
          ))}
          <line x1={none} x2={none} y1={y + 8} y2={foot} stroke={INK} className={plot.cursor} />
        </g>
      ))}
      {lines.map(({ y }, at) => (
        <g key={y}>
          <LineMarks layout={layout} rows={rows} at={at} isFile={isFile} />
        </g>
      ))}
    </>
  );
}

/** Forest plots below one another; the arrow keys read their lines, Enter opens a data set. */
export function ForestFigure({
  label,
  caption,
  ...forest
}: ForestProps & { label: string; caption: string }) {
  const { layout, rows } = forest;
  const { history } = useRouter();
  const cursor = useCursor({ rows: 0, columns: layout.lines.length });
  const at = cursor.at?.column;
  const line = at === undefined ? undefined : layout.lines[at];
  const row = at === undefined ? undefined : rows[at];
  const href = row?.href ?? null;
  return (
    <Figure
      label={label}
      keys="The arrow keys read the lines one by one, Enter opens a data set."
      width={layout.width}
      height={layout.height}
      cursor={cursor}
      onPoint={(point) => {
        const column = point === null ? null : lineAt(layout, point.y);
        cursor.set(column === null ? null : { row: null, column });
      }}
      onOpen={href === null ? undefined : () => history.push(href)}
      readout={row?.about ?? null}
      caption={caption}
    >
      <ForestMarks {...forest} />
      {line !== undefined && (
        <rect
          x={1}
          y={line.y - HALF_LINE}
          width={layout.width - 2}
          height={2 * HALF_LINE}
          className={plot.cursor}
        />
      )}
    </Figure>
  );
}
