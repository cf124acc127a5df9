import { useCallback, useMemo } from 'react';
import { categoryColour } from '../../ui/colour/data-colours.ts';
import { NamedLine, YAxis } from '../../ui/plot/Axis.tsx';
import { PlotFigure } from '../../ui/plot/marks/PlotFigure.tsx';
import plot from '../../ui/plot/plot.module.css';
import { countOf, cutEnd } from '../../ui/text/format.ts';
import { layoutParts } from './parts-layout.ts';

export interface Part {
  lists: readonly number[];
  symbols: readonly string[];
}

/** Names of lists, as a sentence says them. */
export function nameLists(names: readonly string[], lists: readonly number[]): string {
  const chosen = lists.map((at) => names[at] ?? '');
  return lists.length === names.length ? 'all lists' : `only ${chosen.join(' and ')}`;
}

/** Genes by the lists that contain them. */
export function PartsPlot({
  names,
  parts,
  chosen,
  onChoose,
}: {
  names: readonly string[];
  parts: readonly Part[];
  /** index of the part whose genes are shown */
  chosen: number | null;
  onChoose(index: number): void;
}) {
  const sizes = useMemo(() => parts.map(({ lists, symbols }) => ({ lists, size: symbols.length })), [parts]);
  const layoutFor = useCallback((width: number) => layoutParts(sizes, names.length, width), [sizes, names]);
  const rows = useMemo(
    () =>
      parts.map(({ lists, symbols }) => ({
        lists: nameLists(names, lists),
        genes: symbols.length,
        symbols: symbols.join(' '),
      })),
    [parts, names],
  );
  return (
    <PlotFigure
      title="Genes by list"
      fileName="gene-lists"
      caption="Genes by the lists that contain them and no other; the dots below a bar say which. Press a bar to list its genes."
      keys="The arrow keys read the bars one by one, Enter lists the genes of one."
      columns={[
        { key: 'lists', title: 'In', width: 360 },
        { key: 'genes', title: 'Genes', kind: 'number', width: 100 },
        { key: 'symbols', title: 'Symbols', width: 420 },
      ]}
      rows={rows}
      layoutFor={layoutFor}
      describe={(at) => `In ${rows[at]?.lists}: ${countOf(rows[at]?.genes ?? 0, 'gene')}.`}
      onOpen={onChoose}
      marks={(layout, isFile) => (
        <>
          <YAxis ticks={layout.ticks} left={layout.left} right={layout.width - 4} label="Genes" />
          {layout.bars.map((bar, at) => (
            <rect
              key={parts[at]?.lists.join()}
              {...bar}
              fill={categoryColour(at === chosen ? 1 : 0)}
              className={plot.cell}
            />
          ))}
          {layout.lines.map((y, list) => (
            <NamedLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its list
              key={list}
              left={layout.left}
              right={layout.width - 12}
              y={y}
              name={isFile ? (names[list] ?? '') : cutEnd(names[list] ?? '', layout.left < 200 ? 12 : 32)}
            />
          ))}
          {layout.dots.map(({ x, y, isIn }) => (
            <circle
              key={`${x} ${y}`}
              cx={x}
              cy={y}
              r={isIn ? 5 : 2.5}
              fill={isIn ? categoryColour(0) : '#8a9197'}
              className={plot.cell}
            />
          ))}
        </>
      )}
    />
  );
}
