/** Room that the texts of a picture need beyond its edges. Widths are estimated, so that it works without layout. */
import { widthInEm } from '../text/fit-label.ts';

export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** a, b, c, d, e, f of an SVG matrix. */
type Matrix = readonly [number, number, number, number, number, number];

const SAME: Matrix = [1, 0, 0, 1, 0, 0];
const USUAL_SIZE = 11;
const BOLD = 1.06;
/** Of the letters above and below the line, in em. */
const [ASCENT, DESCENT] = [0.8, 0.25];

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** `translate` and `rotate` about the origin, as the pictures use them. */
function readTransform(text: string | null): Matrix {
  let matrix = SAME;
  for (const [, name, list = ''] of (text ?? '').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second = 0] = list.split(/[\s,]+/).map(Number);
    const [sin, cos] = [Math.sin((first * Math.PI) / 180), Math.cos((first * Math.PI) / 180)];
    if (name === 'translate') matrix = multiply(matrix, [1, 0, 0, 1, first, second]);
    if (name === 'rotate') matrix = multiply(matrix, [cos, sin, -sin, cos, 0, 0]);
  }
  return matrix;
}

function matrixOf(element: Element | null, root: Element): Matrix {
  if (element === null || element === root) return SAME;
  return multiply(matrixOf(element.parentElement, root), readTransform(element.getAttribute('transform')));
}

function inherited(element: Element | null, name: string): string | null {
  return element === null ? null : (element.getAttribute(name) ?? inherited(element.parentElement, name));
}

/** The text without that of titles inside it, which only tooltips show. */
function ownText(element: Element): string {
  return Array.from(element.childNodes, (node) =>
    node instanceof Element ? (node.tagName === 'tspan' ? ownText(node) : '') : (node.textContent ?? ''),
  ).join('');
}

/** @param root the marks, whose corners are (0, 0) and this width and height */
export function roomForTexts(root: Element, { width, height }: { width: number; height: number }): Room {
  const room: Room = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const text of root.querySelectorAll('text')) {
    const size = Number(inherited(text, 'font-size') ?? USUAL_SIZE);
    const bold = Number(inherited(text, 'font-weight') ?? 400) >= 600 ? BOLD : 1;
    const long = widthInEm(ownText(text)) * size * bold;
    const anchor = inherited(text, 'text-anchor');
    const x =
      Number(text.getAttribute('x') ?? 0) - long * (anchor === 'end' ? 1 : anchor === 'middle' ? 0.5 : 0);
    const y = Number(text.getAttribute('y') ?? 0);
    const [a, b, c, d, e, f] = matrixOf(text, root);
    for (const [cornerX, cornerY] of [
      [x, y - ASCENT * size],
      [x + long, y - ASCENT * size],
      [x, y + DESCENT * size],
      [x + long, y + DESCENT * size],
    ] as const) {
      const [atX, atY] = [a * cornerX + c * cornerY + e, b * cornerX + d * cornerY + f];
      room.left = Math.max(room.left, -atX);
      room.right = Math.max(room.right, atX - width);
      room.top = Math.max(room.top, -atY);
      room.bottom = Math.max(room.bottom, atY - height);
    }
  }
  return {
    left: Math.ceil(room.left),
    top: Math.ceil(room.top),
    right: Math.ceil(room.right),
    bottom: Math.ceil(room.bottom),
  };
}
