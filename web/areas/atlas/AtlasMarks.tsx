import type { AtlasDataSet, AtlasPlace, MetaModule } from '@omicon/contract/areas/analyses/atlas.ts';
import { colourOfValue, NA_COLOUR } from '../../ui/colour/data-colours.ts';
import { fillOf } from '../../ui/colour/na-hatch.ts';
import { colourAt, hexOf } from '../../ui/colour/palettes.ts';
import plot from '../../ui/plot/plot.module.css';
import { fitLabel } from '../../ui/text/fit-label.ts';
import { type AtlasLayout, LINE, largestRadius, ROW, radiusOf } from './atlas-layout.ts';
import { supportOf } from './atlas-text.ts';
import { GROUPING_TITLES, type Grouping, placeIn } from './data-set-groups.ts';
import type { AtlasRow } from './fold-themes.ts';

const RULE = '#d9dee0';
/** On white and on dark 3 to 1. */
const RING = '#8a9499';
const RING_RADIUS = 3.5;
/** Where titles begin beside the buttons that open themes, and those of the meta-modules below. */
const [INDENT, INNER_INDENT] = [20, 36];

export interface AtlasMarksProps {
  layout: AtlasLayout;
  rows: readonly AtlasRow[];
  dataSets: readonly AtlasDataSet[];
  by: Grouping;
  /** features of the largest dot */
  most: number;
  /** with whole names */
  isFile?: boolean;
}

/** Correlation with the consensus of the first colour; that of the last one is 1. Few modules are found with less. */
export const LEAST_R = 0.3;

/** Colour of a correlation with the consensus; hatched where there is none. */
export function colourOfR(r: number | null): string {
  if (r === null) return fillOf(NA_COLOUR);
  const share = (r - LEAST_R) / (1 - LEAST_R);
  return hexOf(colourAt('viridis', Math.min(1, Math.max(0, share))));
}

/** A filled dot: found, with this many features. */
export function FoundDot({ x, y, radius, fill }: { x: number; y: number; radius: number; fill: string }) {
  return <circle cx={x} cy={y} r={radius} fill={fill} stroke={RING} strokeWidth={1} className={plot.cell} />;
}

/** An empty ring: absent, although it could be found. */
export function AbsentRing({ x, y }: { x: number; y: number }) {
  return (
    <circle cx={x} cy={y} r={RING_RADIUS} fill="none" stroke={RING} strokeWidth={1.5} className={plot.cell} />
  );
}

function PlaceMark({
  place,
  x,
  y,
  most,
  largest,
}: {
  place: AtlasPlace | undefined;
  x: number;
  y: number;
  most: number;
  largest: number;
}) {
  if (place?.state === 'found')
    return (
      <FoundDot x={x} y={y} radius={radiusOf(place.features, most, largest)} fill={colourOfR(place.r)} />
    );
  return place?.state === 'absent' ? <AbsentRing x={x} y={y} /> : null;
}

function oneLine(text: string, width: number): string {
  return fitLabel(text, { width, height: LINE, fontSize: 11, lineHeight: LINE }).join('');
}

/** Left edge of the name of a row. */
export function nameStart({ isInner }: AtlasRow): number {
  return isInner ? INNER_INDENT : INDENT;
}

/** Title, ID and first genes of a meta-module: from the left on the screen, up to the cells in a file. */
function RowName({
  row,
  y,
  layout,
  isFile,
}: {
  row: AtlasRow;
  y: number;
  layout: AtlasLayout;
  isFile: boolean;
}) {
  const { title, omicon_id, genes } = row.meta;
  const start = nameStart(row);
  const room = layout.names - start - 8;
  const below = `${omicon_id} · ${genes.join(', ')}`;
  const at = isFile ? ({ x: layout.names - 8, textAnchor: 'end' } as const) : { x: start };
  return (
    <>
      <text {...at} y={y - 3} fontWeight="600" className={plot.label}>
        {isFile ? title : oneLine(title, room / 1.06)}
      </text>
      <text {...at} y={y + LINE - 2} fill="#5b6468" className={plot.tick}>
        {isFile ? below : oneLine(below, room)}
      </text>
    </>
  );
}

/** Titles of the data sets, and below them the groups with their colours. */
function ColumnHeads({ layout, by }: { layout: AtlasLayout; by: Grouping }) {
  const { top, cell, isSlanted, columns, groupHead, groups } = layout;
  const foot = top - groupHead - 4;
  return (
    <>
      {columns.map(({ dataSet, x, lines }) =>
        isSlanted ? (
          <text
            key={dataSet}
            transform={`translate(${x + cell / 2 + 3} ${foot}) rotate(-55)`}
            className={plot.label}
          >
            {lines[0]}
          </text>
        ) : (
          lines.map((line, at) => (
            <text
              key={`${dataSet} ${line}`}
              x={x + cell / 2}
              y={foot - (lines.length - 1 - at) * LINE}
              textAnchor="middle"
              className={plot.label}
            >
              {line}
            </text>
          ))
        ),
      )}
      {groups.map(({ label, value, lines, x, width }) => (
        <g key={label}>
          {lines.map((line, at) => (
            <text
              key={line}
              x={x + width / 2}
              y={top - 13 - (lines.length - 1 - at) * LINE}
              textAnchor="middle"
              className={plot.tick}
            >
              {line}
            </text>
          ))}
          <rect
            x={x}
            y={top - 8}
            width={width - 1}
            height={4}
            fill={fillOf(colourOfValue(GROUPING_TITLES[by], value))}
            className={plot.cell}
          />
        </g>
      ))}
    </>
  );
}

/** Largest number of features of a dot. */
export function mostFeatures(metas: readonly MetaModule[]): number {
  return metas.reduce(
    (most, { places }) => places.reduce((sofar, { features }) => Math.max(sofar, features), most),
    0,
  );
}

/** Names, `3 of 5`, heads and cells of the atlas. */
export function AtlasMarks({ layout, rows, dataSets, by, most, isFile = false }: AtlasMarksProps) {
  const { top, cell, columns, support, width } = layout;
  const largest = largestRadius(cell);
  return (
    <>
      <text x={support} y={top - 13} textAnchor="middle" className={plot.tick}>
        Found in
      </text>
      <ColumnHeads layout={layout} by={by} />
      {rows.map((row, at) => {
        const middle = top + (at + 0.5) * ROW;
        return (
          <g key={row.meta.id}>
            <line
              x1={0}
              x2={width}
              y1={middle - ROW / 2}
              y2={middle - ROW / 2}
              stroke={RULE}
              className={plot.rule}
            />
            <RowName row={row} y={middle} layout={layout} isFile={isFile} />
            <text x={support} y={middle + 4} textAnchor="middle" className={plot.label}>
              {supportOf(row.meta)}
            </text>
            {columns.map(({ dataSet, x }) => (
              <PlaceMark
                key={dataSet}
                place={placeIn(row.meta, dataSets, dataSet)}
                x={x + cell / 2}
                y={middle}
                most={most}
                largest={largest}
              />
            ))}
          </g>
        );
      })}
    </>
  );
}
