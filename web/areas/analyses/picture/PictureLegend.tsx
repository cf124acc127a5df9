import { Stack } from '@mantine/core';
import { memo } from 'react';
import { colourAt, cssOf } from '../../../ui/colour/palettes.ts';
import { Legend, RampLegend } from '../../../ui/plot/Legend.tsx';
import { formatDecimal, withMinus } from '../../../ui/text/format.ts';
import type { ColourScale } from './draw/cell-colours.ts';
import { otherCells, stripLegends } from './draw/strip-legends.ts';
import type { Picture } from './picture-model.ts';

const MAX_IN_LEGEND = 12;
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** Colours of the cells and of every strip. */
export const PictureLegend = memo(function PictureLegend({
  picture,
  scale,
}: {
  picture: Picture;
  scale: ColourScale;
}) {
  const { palette, lowest, highest } = scale;
  const isZ = palette !== 'viridis';
  const textOf = (value: number) => (isZ ? formatDecimal(value, 1) : withMinus(value.toPrecision(3)));
  const others = otherCells(picture, scale);
  return (
    <Stack gap={4}>
      {picture.values.length > 0 && (
        <RampLegend
          label="Colours of the cells"
          title={isZ ? 'z' : 'Value'}
          ends={[textOf(lowest), textOf(highest)]}
          colours={SHARES.map((share) => cssOf(colourAt(palette, share)))}
        />
      )}
      {others.length > 0 && <Legend label="Other cells" swatches={others} />}
      {stripLegends(picture).map(({ title, swatches }) => (
        <Legend
          key={title}
          label={`Colours of ${title}`}
          title={title}
          swatches={swatches}
          most={MAX_IN_LEGEND}
        />
      ))}
    </Stack>
  );
});
