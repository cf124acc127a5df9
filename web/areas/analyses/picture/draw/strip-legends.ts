import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { labelOf, labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import { rollup } from 'd3-array';
import { colourOfValue, NA_COLOUR } from '../../../../ui/colour/data-colours.ts';
import { colourAt, FLAT, hexOf } from '../../../../ui/colour/palettes.ts';
import type { Ramp, Swatch } from '../../../../ui/plot/Legend.tsx';
import { formatDecimal, NA, withMinus } from '../../../../ui/text/format.ts';
import type { Picture } from '../picture-model.ts';
import type { ColourScale } from './cell-colours.ts';

/** Cells whose colour is none of the scale: rows that do not vary have no z, and some values are missing. */
export function otherCells({ values }: Picture, { valueAt }: ColourScale): Swatch[] {
  const isFlat = values.some((row, at) => row.some((_, sample) => Number.isNaN(valueAt(at, sample) ?? 0)));
  const isMissing = values.some((row) => row.includes(null));
  return [
    ...(isFlat ? [{ name: 'does not vary', colour: hexOf(FLAT) }] : []),
    ...(isMissing ? [{ name: NA, colour: NA_COLOUR }] : []),
  ];
}

/** The values of every strip, most frequent first, NA last. */
export function stripLegends({ strips }: Picture): { title: string; swatches: Swatch[] }[] {
  return strips.map(({ attribute, values, value_labels }) => ({
    title: displayAttribute(attribute),
    swatches: [
      ...rollup(
        values,
        ({ length }) => length,
        (value) => value,
      ),
    ]
      .toSorted(([a, n], [b, m]) => Number(a === null) - Number(b === null) || m - n)
      .map(([value, count]) => ({
        name: labelOf(value, value_labels) ?? NA,
        title: labelWithCode(value, value_labels) ?? NA,
        colour: colourOfValue(attribute, value),
        count,
      })),
  }));
}

const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** The colours of the cells with what they mean. */
export function rampOf({ palette, lowest, highest }: ColourScale): Ramp {
  const isZ = palette !== 'viridis';
  const textOf = (value: number) => (isZ ? formatDecimal(value, 1) : withMinus(value.toPrecision(3)));
  return {
    label: 'Colours of the cells',
    title: isZ ? 'z' : 'Value',
    ends: [textOf(lowest), textOf(highest)],
    colours: SHARES.map((share) => hexOf(colourAt(palette, share))),
  };
}
