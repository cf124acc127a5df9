import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { fitLabel } from '../../ui/text/fit-label.ts';
import { cutName, shortName } from '../../ui/text/name-parts.ts';

/** Each kind of node has its own shape, so that no information depends on colour alone. */

const CORNER = 4;
const CUT = 10;
const BAR = 4;

/** SVG path of a node's shape in a box of the given size, half a pixel inside its edges. */
export function shapePath(type: LineageNode['type'], width: number, height: number): string {
  const [w, h] = [width - 1, height - 1];
  const middle = h / 2;
  const cut = Math.min(CUT, h / 3);
  switch (type) {
    case 'Data collection':
      return `${rounded(w, h, 1)}M${BAR} .5V${h}M${w - BAR} .5V${h}`;
    case 'Analysis':
      return `M${cut} .5H${w - cut}L${w} ${middle}L${w - cut} ${h}H${cut}L.5 ${middle}Z`;
    case 'Covariation Network':
      return rounded(w, h, Math.min(w, h) / 2);
    case 'transformation':
      return rounded(w, h, Math.min(w, h) / 2);
    case 'Dataset':
      return rounded(w, h, CORNER);
  }
}

function rounded(w: number, h: number, radius: number): string {
  const arc = (x: number, y: number) => `A${radius} ${radius} 0 0 1 ${x} ${y}`;
  return `M${radius} .5H${w - radius}${arc(w, radius)}V${h - radius}${arc(w - radius, h)}H${radius}${arc(0.5, h - radius)}V${radius}${arc(radius, 0.5)}Z`;
}

export const NODE_TEXT = { fontSize: 12, lineHeight: 14, caption: 13, inset: 7 } as const;

/** Short names of the kinds, shown above the name inside a node. */
export const CAPTIONS: Readonly<Record<LineageNode['type'], string>> = {
  'Data collection': 'Collection',
  Dataset: 'Data set',
  transformation: '',
  Analysis: 'Analysis',
  'Covariation Network': 'Network',
};

/** Lines of a node's name; a longer name is cut in the middle, since the version is at the end. */
export function nodeLines(node: Pick<LineageNode, 'name' | 'type'>, width: number, height: number): string[] {
  const isStraight = node.type === 'Dataset' || node.type === 'Data collection';
  // Lines break between parameters of a network, not within.
  const name = shortName(node.name).replaceAll(/\b(signum|min) /g, '$1\u00a0');
  const box = {
    width: width - 2 * (isStraight ? NODE_TEXT.inset : CUT),
    height: height - NODE_TEXT.caption - 8,
    fontSize: NODE_TEXT.fontSize,
    lineHeight: NODE_TEXT.lineHeight,
  };
  for (let most = name.length; most > 6; most -= 1) {
    const lines = fitLabel(cutName(name, most), box);
    if (lines.length > 0 && !lines.at(-1)?.endsWith('…')) return lines;
  }
  return fitLabel(name, box);
}
