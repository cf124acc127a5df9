import { VisuallyHidden } from '@mantine/core';
import { moduleAddress } from '@omicon/contract/addresses.ts';
import { rgbOfModule } from '@omicon/domain/records/names/module-rgb.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useRef, useState } from 'react';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { useCursor } from '../../../ui/plot/use-cursor.ts';
import { ColourSwatch } from '../../../ui/text/ColourSwatch.tsx';
import {
  describeCell,
  describeTrait,
  figureOf,
  followsTechnical,
  SIGNIFICANT_Q,
  shadeOf,
  type TraitCell,
  type TraitTable,
} from './trait-cells.ts';
import classes from './traits.module.css';

function backgroundOf(cell: TraitCell): string | undefined {
  const shade = shadeOf(cell);
  return shade === null
    ? undefined
    : `color-mix(in srgb, ${shade.colour} ${shade.share}%, var(--mantine-color-body))`;
}

/** Heat map, modules x attributes. One cell is in the tab order; arrow keys move, Enter opens the module. */
export function TraitMap({
  table,
  version,
  label,
}: {
  table: TraitTable;
  version: number | undefined;
  label: string;
}) {
  const { modules, traits } = table;
  const [readout, setReadout] = useState('');
  const body = useRef<HTMLTableSectionElement>(null);
  const describe = (row: number, column: number) => {
    const [module, trait] = [modules[row], traits[column]];
    if (!module || !trait) return;
    const most =
      module.strongest === null
        ? ''
        : ` ${module.name} is most strongly associated with ${displayAttribute(module.strongest)}.`;
    setReadout(
      `${describeCell(module, trait, module.cells[column] ?? null)} ${describeTrait(trait)}.${most}`,
    );
  };
  const cursor = useCursor({ rows: modules.length, columns: traits.length }, ({ row, column }) =>
    body.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus(),
  );
  const stop = cursor.at ?? { row: 0, column: 0 };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the page scrolls by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>Module</VisuallyHidden>
              </th>
              {traits.map((trait) => (
                <th key={trait.attribute} scope="col" title={describeTrait(trait)}>
                  <span className={`${classes.attribute} ${trait.is_technical ? classes.technical : ''}`}>
                    {displayAttribute(trait.attribute)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={cursor.press}>
            {modules.map((module, row) => (
              <tr key={module.id}>
                <th scope="row">
                  <span
                    className={followsTechnical(table, module) ? classes.technical : undefined}
                    title={
                      module.strongest === null
                        ? undefined
                        : `Strongest association: ${displayAttribute(module.strongest)}`
                    }
                  >
                    <ColourSwatch colour={rgbOfModule(module.name)} /> {moduleLabel(module)}
                  </span>
                </th>
                {traits.map((trait, column) => {
                  const cell = module.cells[column] ?? null;
                  const text = describeCell(module, trait, cell);
                  return (
                    <td
                      key={trait.attribute}
                      className={classes.cell}
                      style={{ background: backgroundOf(cell) }}
                    >
                      <AddressLink
                        href={`${moduleAddress(module.omicon_id, 'eigengene', version ?? null)}&attribute=${encodeURIComponent(trait.attribute)}`}
                        className={`${classes.link} ${cell !== null && cell.q_value < SIGNIFICANT_Q ? classes.significant : ''}`}
                        data-cell={`${row} ${column}`}
                        tabIndex={stop.row === row && stop.column === column ? 0 : -1}
                        underline="never"
                        onFocus={() => {
                          cursor.set({ row, column });
                          describe(row, column);
                        }}
                        onMouseEnter={() => describe(row, column)}
                      >
                        {figureOf(cell) || '\u2013'}
                        <VisuallyHidden> {text}</VisuallyHidden>
                      </AddressLink>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.readout} aria-live="polite">
        {readout}
      </p>
    </>
  );
}
