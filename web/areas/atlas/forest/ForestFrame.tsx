import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import { drawSvg } from '../../../ui/plot/draw-svg.tsx';
import { PictureFrame, useShownAs } from '../../../ui/plot/PictureFrame.tsx';
import { useWidth } from '../../../ui/plot/use-width.ts';
import { ForestFigure, ForestMarks, type ForestRow } from './ForestFigure.tsx';
import { type ForestPart, type ForestScale, layoutForest } from './forest-layout.ts';

interface ForestFrameProps {
  title: string;
  fileName: string;
  caption: string;
  parts: readonly ForestPart[];
  scale: ForestScale;
  /** of the estimates of all parts */
  rows: readonly ForestRow[];
  /** the table as text */
  write(): string;
  table: ReactNode;
  /** below the picture */
  children?: ReactNode;
}

/** Forest plots as a picture or as a table; a phone shows the table. */
export function ForestFrame({ title, fileName, caption, parts, scale, rows, ...rest }: ForestFrameProps) {
  const { write, table, children } = rest;
  const shownAs = useShownAs();
  const isNarrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
  const { ref, width } = useWidth();
  const layout = useMemo(() => layoutForest(parts, scale, Math.max(width, 480)), [parts, scale, width]);
  if (isNarrow) return table;
  const draw = () =>
    drawSvg(<ForestMarks layout={layout} rows={rows} isFile />, {
      width: layout.width,
      height: layout.height,
      title,
      about: [caption],
    });
  return (
    <PictureFrame ref={ref} label={title} {...shownAs} download={{ draw, write, fileName }} table={table}>
      {width > 0 && <ForestFigure layout={layout} rows={rows} label={title} caption={caption} />}
      {children}
    </PictureFrame>
  );
}
