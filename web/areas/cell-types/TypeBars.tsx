import type { TypesOfReference } from '@omicon/contract/areas/cell-types.ts';
import { useCallback, useMemo } from 'react';
import { categoryColour } from '../../ui/colour/data-colours.ts';
import { toHex } from '../../ui/colour/rgb.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { XAxis } from '../../ui/plot/Axis.tsx';
import { PlotFigure } from '../../ui/plot/marks/PlotFigure.tsx';
import plot from '../../ui/plot/plot.module.css';
import { cutEnd, formatCount, formatDecimal } from '../../ui/text/format.ts';
import { layoutTypeBars } from './type-bars-layout.ts';

type TypeOfSet = TypesOfReference['types'][number];

const COLUMNS: (Column<TypeOfSet> & { key: keyof TypeOfSet & string })[] = [
  { key: 'name', title: 'Cell type', width: 240 },
  { key: 'index', title: 'Relative expression index', kind: 'decimal', width: 190 },
  { key: 'cells', title: 'Cells', kind: 'number', width: 110 },
  { key: 'ontology_id', title: 'Cell Ontology', kind: 'identifier', width: 140 },
];

const [TOP_COLOUR, OTHER_COLOUR] = [toHex(categoryColour(0)), '#9aa5ab'];
const LETTER = 6;

/** Cell types by the index of a set of genes in one reference, the highest first. */
export function TypeBars({ reference, name }: { reference: TypesOfReference; name: string }) {
  const rows = useMemo(
    () =>
      reference.types.toSorted((a, b) => (b.index ?? -1) - (a.index ?? -1) || a.name.localeCompare(b.name)),
    [reference.types],
  );
  const layoutFor = useCallback((width: number) => layoutTypeBars(rows, width), [rows]);
  return (
    <PlotFigure
      title={`Cell types of ${name} in ${reference.title}`}
      fileName={`cell-types-${reference.omicon_id}`}
      about={[
        `${reference.title} (${reference.omicon_id}), level ${reference.level}`,
        `${formatCount(reference.measured)} genes measured`,
      ]}
      caption="Relative expression index: mean of the genes relative to all genes of the type, over the largest of all types. The number of cells is at the end of each bar."
      keys="Arrow keys move between cell types."
      columns={COLUMNS}
      rows={rows}
      layoutFor={layoutFor}
      describe={(at) => {
        const type = rows[at];
        return type === undefined
          ? ''
          : `${type.name}: ${type.index === null ? 'not measured' : formatDecimal(type.index)}, ${formatCount(type.cells)} cells`;
      }}
      marks={(layout, isFile) => (
        <>
          <XAxis
            ticks={layout.ticks}
            top={layout.floor}
            right={layout.width}
            label="Relative expression index"
          />
          {layout.points.map(({ x, y }, at) => {
            const type = rows[at];
            if (type === undefined) return null;
            const letters = Math.floor((layout.left - 12) / LETTER);
            return (
              <g key={type.name}>
                <title>{type.name}</title>
                <text x={layout.left - 8} y={y + 4} textAnchor="end" className={plot.label}>
                  {isFile ? type.name : cutEnd(type.name, letters)}
                </text>
                <rect
                  x={layout.left}
                  y={y - layout.bar / 2}
                  width={Math.max(1, x - layout.left)}
                  height={layout.bar}
                  fill={reference.top?.type === type.name ? TOP_COLOUR : OTHER_COLOUR}
                />
                <text x={x + 6} y={y + 4} className={plot.tick}>
                  {formatCount(type.cells)}
                </text>
              </g>
            );
          })}
        </>
      )}
    />
  );
}
