import type { Counterpart } from '@omicon/contract/areas/matching.ts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { collectModules } from '../../../actions/collect/collect-rows.tsx';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { fillOf } from '../../../ui/colour/na-hatch.ts';
import { NamedLine, XAxis } from '../../../ui/plot/Axis.tsx';
import { PlotFigure } from '../../../ui/plot/marks/PlotFigure.tsx';
import plot from '../../../ui/plot/plot.module.css';
import { cutMiddle, formatDecimal } from '../../../ui/text/format.ts';
import { isByChance } from './CounterpartGrid.tsx';
import { layoutStrip } from './strip-layout.ts';

/** Data sets of the picture; the table has all. */
const MAX_LINES = 40;

const TECHNOLOGY = 'Technology';
/** On white and on dark 3 to 1. */
const BY_CHANCE = '#8a9499';

/** A counterpart whose kME is there. */
type Compared = Counterpart & { rho: number };

function isCompared(row: Counterpart): row is Compared {
  return row.rho !== null;
}

function toRow(row: Compared) {
  return {
    id: row.id,
    dataSet: row.data_set.title,
    technology: row.technology,
    module: row.name,
    network: row.network.name,
    rho: row.rho,
    reciprocal: row.is_reciprocal ? 'yes' : 'no',
    eigengeneR: row.eigengene_r,
  };
}

/** Correlation of kME of the counterparts, data set by data set. */
export function CounterpartStrip({
  module,
  counterparts,
  onOpen,
  actions,
}: {
  module: string;
  counterparts: readonly Counterpart[];
  onOpen(counterpart: Counterpart): void;
  actions: ReactNode;
}) {
  const compared = useMemo(() => counterparts.filter(isCompared), [counterparts]);
  const modules = useMemo(
    () => compared.map(({ data_set, rho }) => ({ dataSet: data_set.title, rho })),
    [compared],
  );
  const layoutFor = useCallback((width: number) => layoutStrip(modules, MAX_LINES, width), [modules]);
  const rows = useMemo(() => compared.map(toRow), [compared]);
  const colourFor = (index: number) => {
    const row = compared[index];
    return row === undefined || isByChance(row)
      ? BY_CHANCE
      : fillOf(colourOfValue(TECHNOLOGY, row.technology));
  };
  const technologies = [...new Set(compared.map(({ technology }) => technology))];
  const dataSets = new Set(modules.map(({ dataSet }) => dataSet)).size;
  const cut =
    dataSets > MAX_LINES ? ` The first ${MAX_LINES} of ${dataSets} data sets; the table has all.` : '';
  return (
    <PlotFigure
      title={`Modules like ${module}`}
      fileName={`counterparts_${module}`}
      about={['Pearson correlation of kME over all common symbols']}
      caption={`Correlation of kME over all common symbols (ρ), data set by data set. Filled: ${module} is also the best match of the other module in its own network. Far left: the opposite pole of the same gradient.${compared.some(isByChance) ? ' Grey: no more common genes than expected by chance.' : ''}${cut}`}
      keys="The arrow keys read the modules one by one, Enter opens one."
      columns={[
        { key: 'dataSet', title: 'Data set', width: 300 },
        { key: 'technology', title: TECHNOLOGY, width: 130 },
        { key: 'module', title: 'Module', width: 130 },
        { key: 'network', title: 'Covariation network', kind: 'identifier', width: 260 },
        { key: 'rho', title: 'ρ', kind: 'decimal', width: 90 },
        { key: 'reciprocal', title: 'Reciprocal best', width: 140 },
        { key: 'eigengeneR', title: 'r of eigengenes', kind: 'decimal', width: 150 },
      ]}
      rows={rows}
      actions={actions}
      chosenAction={collectModules}
      layoutFor={layoutFor}
      describe={(at) => {
        const row = compared[at];
        if (row === undefined) return '';
        const mutual = row.is_reciprocal ? ', reciprocal best' : '';
        return `${row.data_set.title}: ${row.name}, ρ ${formatDecimal(row.rho)}${mutual}, ${row.overlap} genes in common.`;
      }}
      onOpen={(at) => {
        const row = compared[at];
        if (row !== undefined) onOpen(row);
      }}
      legend={{
        label: 'Technologies',
        title: TECHNOLOGY,
        swatches: technologies.map((name) => ({
          name: name ?? 'not given',
          colour: colourOfValue(TECHNOLOGY, name),
        })),
      }}
      marks={(layout, isFile) => (
        <>
          <XAxis ticks={layout.ticks} top={layout.floor} right={layout.right} label="ρ, correlation of kME" />
          <line
            x1={layout.zero}
            x2={layout.zero}
            y1={0}
            y2={layout.floor}
            stroke="#d9dee0"
            className={plot.rule}
          />
          {layout.lines.map(({ dataSet, y }) => (
            <NamedLine
              key={dataSet}
              left={layout.left}
              right={layout.right}
              y={y}
              name={isFile ? dataSet : cutMiddle(dataSet, layout.left < 200 ? 17 : 44)}
            />
          ))}
          {layout.points.map(({ index, x, y }) => {
            const isFilled = compared[index]?.is_reciprocal === true;
            return (
              <circle
                key={compared[index]?.id ?? index}
                cx={x}
                cy={y}
                r={isFilled ? 5 : 4}
                fill={isFilled ? colourFor(index) : 'none'}
                stroke={colourFor(index)}
                strokeWidth={2}
                className={plot.cell}
              />
            );
          })}
        </>
      )}
    />
  );
}
