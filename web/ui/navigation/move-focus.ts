export type Direction = 'left' | 'right' | 'up' | 'down';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function distance(from: Box, to: Box, direction: Direction): number {
  const dx = to.x + to.width / 2 - (from.x + from.width / 2);
  const dy = to.y + to.height / 2 - (from.y + from.height / 2);
  const [along, across] = {
    right: [dx, dy] as const,
    left: [-dx, dy] as const,
    down: [dy, dx] as const,
    up: [-dy, dx] as const,
  }[direction];
  // Sideways distance counts double, so that arrow keys stay in their row or column.
  return along <= 0.5 ? Number.POSITIVE_INFINITY : along + 2 * Math.abs(across);
}

/**
 * Index of the box that an arrow key moves to: the nearest one with its centre in that direction.
 * @returns `from` if there is none
 */
export function neighbourOf(boxes: readonly Box[], from: number, direction: Direction): number {
  const start = boxes[from];
  if (start === undefined) return from;
  let nearest = from;
  let least = Number.POSITIVE_INFINITY;
  for (const [number, box] of boxes.entries()) {
    const far = number === from ? Number.POSITIVE_INFINITY : distance(start, box, direction);
    if (far < least) {
      least = far;
      nearest = number;
    }
  }
  return nearest;
}
