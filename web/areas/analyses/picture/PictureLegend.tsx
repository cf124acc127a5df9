import { Stack } from '@mantine/core';
import { memo } from 'react';
import { Legend, RampLegend } from '../../../ui/plot/Legend.tsx';
import type { ColourScale } from './draw/cell-colours.ts';
import { otherCells, rampOf, stripLegends } from './draw/strip-legends.ts';
import type { Picture } from './picture-model.ts';

const MAX_IN_LEGEND = 12;

/** Colours of the cells and of every strip. */
export const PictureLegend = memo(function PictureLegend({
  picture,
  scale,
}: {
  picture: Picture;
  scale: ColourScale;
}) {
  const others = otherCells(picture, scale);
  return (
    <Stack gap={4}>
      {picture.values.length > 0 && <RampLegend {...rampOf(scale)} />}
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
