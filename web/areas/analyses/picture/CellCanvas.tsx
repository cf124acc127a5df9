import { useLayoutEffect, useRef } from 'react';
import { hatchFor } from '../../../ui/colour/na-hatch.ts';
import type { CellImage } from './draw/cell-colours.ts';
import type { PictureLayout } from './picture-layout.ts';

/** Draws the cells into a context whose unit is one pixel of the page. */
function drawCells(
  context: CanvasRenderingContext2D,
  image: CellImage,
  { width, height }: { width: number; height: number },
): void {
  context.clearRect(0, 0, width, height);
  if (image.width === 0 || image.height === 0) return;
  const cells = document.createElement('canvas');
  cells.width = image.width;
  cells.height = image.height;
  cells.getContext('2d')?.putImageData(new ImageData(image.pixels, image.width, image.height), 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(cells, 0, 0, width, height);
  if (image.missing.length === 0) return;
  context.fillStyle = hatchFor(context);
  const [cellWidth, cellHeight] = [width / image.width, height / image.height];
  for (const { row, column } of image.missing)
    context.fillRect(column * cellWidth, row * cellHeight, cellWidth, cellHeight);
}

/** The cells of a heat map; what they say is read from the figure around it. */
export function CellCanvas({ image, layout }: { image: CellImage; layout: PictureLayout }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { columns: width, map, left } = layout;
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const dots = window.devicePixelRatio || 1;
    element.width = Math.round(width * dots);
    element.height = Math.round(map.height * dots);
    context.setTransform(dots, 0, 0, dots, 0, 0);
    drawCells(context, image, { width, height: map.height });
  }, [image, width, map.height]);
  return (
    <canvas
      ref={canvas}
      style={{
        position: 'absolute',
        left,
        top: map.top,
        width,
        height: map.height,
        forcedColorAdjust: 'none',
      }}
    />
  );
}
