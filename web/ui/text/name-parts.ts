/** Shortens names of networks and data sets so that they stay distinct. */
import { isVersionCode } from '@omicon/domain/records/lineage.ts';
import { cutMiddle } from './format.ts';

export interface NameParts {
  head: string;
  /** the distinctive part, which always stays */
  kept: string;
  tail: string;
}

const NETWORK = /signum[-\d.eE]+_minSize\d+/;
const CODES: ReadonlySet<string> = new Set(['EXT', 'RDP', 'MDC', 'OR', 'QN', 'BC', 'FM', 'EA']);

/**
 * Parts of a covariation network's name, which keeps signum and minSize, or of a data set's title, which keeps its
 * final transformations and version code.
 * @returns null for any other text
 */
export function namePartsOf(text: string): NameParts | null {
  const network = NETWORK.exec(text);
  if (network !== null) {
    const end = network.index + network[0].length;
    return { head: text.slice(0, network.index), kept: network[0], tail: text.slice(end) };
  }
  const words = text.split(' ');
  let from = words.length;
  if (isVersionCode(words[from - 1] ?? '')) from -= 1;
  while (CODES.has(words[from - 1] ?? '')) from -= 1;
  if (from === words.length || from === 0) return null;
  return { head: words.slice(0, from).join(' '), kept: ` ${words.slice(from).join(' ')}`, tail: '' };
}

/** A name of at most `most` letters that keeps its distinctive part, if that fits; else both ends. */
export function cutName(name: string, most: number): string {
  const parts = name.length <= most ? null : namePartsOf(name);
  if (parts === null) return cutMiddle(name, most);
  const { head, kept, tail } = parts;
  const room = most - kept.length - (tail === '' ? 1 : 2);
  if (room < 3) return cutMiddle(name, most);
  // Data sets of a collection start alike; the group of samples comes before their transformations.
  if (tail === '') return `${cutMiddle(head, room + 1)}${kept}`;
  if (head.length <= room) return `${head}${kept}${tail.slice(0, room + 1 - head.length)}…`;
  return `${head.slice(0, room)}…${kept}…`;
}
