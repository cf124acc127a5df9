/** Where the parts of a module picture are drawn. All share the columns of the samples. */
import type { Cursor } from '../../../ui/plot/use-cursor.ts';

export interface PictureLayout {
  width: number;
  height: number;
  /** left edge and width of the columns of the samples */
  left: number;
  columns: number;
  map: { top: number; rowHeight: number; height: number };
  strips: { top: number; height: number; pitch: number };
  eigengene: { top: number; height: number };
  hasRowLabels: boolean;
}

const STRIP_HEIGHT = 12;
const STRIP_PITCH = 16;
const GAP = 8;
/** Room above the rows for the heading of their kME. */
const HEADING = 16;
const EIGENGENE_HEIGHT = 84;
const MAX_MAP_HEIGHT = 640;
/** Smaller rows have no room for their names. */
const LABELLED_ROW = 9;

/** @param width of the whole picture in pixels */
export function layoutPicture(
  width: number,
  { rows, strips }: { rows: number; strips: number },
): PictureLayout {
  const [left, right] = width < 560 ? [84, 40] : [132, 64];
  const rowHeight = Math.max(2, Math.min(16, Math.floor(MAX_MAP_HEIGHT / Math.max(1, rows))));
  const mapHeight = rows * rowHeight;
  const mapTop = rows > 0 ? HEADING : 0;
  const stripTop = mapTop + mapHeight + (mapHeight > 0 ? GAP : 0);
  const eigengeneTop = stripTop + strips * STRIP_PITCH + GAP;
  return {
    width,
    height: eigengeneTop + EIGENGENE_HEIGHT + GAP,
    left,
    columns: Math.max(40, width - left - right),
    map: { top: mapTop, rowHeight, height: mapHeight },
    strips: { top: stripTop, height: STRIP_HEIGHT, pitch: STRIP_PITCH },
    eigengene: { top: eigengeneTop, height: EIGENGENE_HEIGHT },
    hasRowLabels: rowHeight >= LABELLED_ROW,
  };
}

/** Position of the sample under `x`, and of the row under `y` if it is in the heat map; null beside the columns. */
export function cellAt(
  { left, columns, map }: PictureLayout,
  { x, y, samples }: { x: number; y: number; samples: number },
): Cursor | null {
  if (x < left || x >= left + columns || samples === 0) return null;
  const column = Math.min(samples - 1, Math.floor(((x - left) / columns) * samples));
  const row = y >= map.top && y < map.top + map.height ? Math.floor((y - map.top) / map.rowHeight) : null;
  return { row, column };
}
