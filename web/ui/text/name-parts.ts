/** Short names of networks and data sets, which stay distinct. */

import { isVersionCode } from '@omicon/domain/records/lineage.ts';
import { readDataSetName } from '@omicon/domain/records/names/data-set-name.ts';
import { shortNetworkName } from '@omicon/domain/records/names/network-name.ts';
import { cutMiddle } from './format.ts';

export interface NameParts {
  /** is cut where space is short */
  head: string;
  /** what tells it from others, which always stays */
  kept: string;
}

/**
 * The short name of a covariation network, alone or of a module in it, or of a data set with its last step or its version code.
 * @returns null for any other text
 */
export function namePartsOf(text: string): NameParts | null {
  // `turquoise of` and a network
  const of = text.lastIndexOf(' of ');
  const from = of < 0 ? 0 : of + ' of '.length;
  const network = shortNetworkName(text.slice(from));
  if (network !== text.slice(from))
    return { head: text.slice(0, Math.max(of, 0)), kept: `${of < 0 ? '' : ' of '}${network}` };
  const dataSet = readDataSetName(text);
  if (dataSet !== null) {
    const { study, group, state } = dataSet;
    return { head: study, kept: `${group === null ? '' : ` ${group}`}, ${state}` };
  }
  const at = text.lastIndexOf(' ');
  return at > 0 && isVersionCode(text.slice(at + 1))
    ? { head: text.slice(0, at), kept: text.slice(at) }
    : null;
}

/** The short name of a network or data set; any other text as it is. */
export function shortName(text: string): string {
  const parts = namePartsOf(text);
  return parts === null ? text : `${parts.head}${parts.kept}`;
}

/** A short name of at most `most` letters that keeps its distinctive part, if that fits; else both ends. */
export function cutName(name: string, most: number): string {
  const parts = namePartsOf(name);
  const room = most - (parts?.kept.length ?? most);
  if (parts === null || (parts.head !== '' && room < 4)) return cutMiddle(shortName(name), most);
  // Data sets of a collection start alike; the group of samples is at the end.
  return parts.head === '' ? cutMiddle(parts.kept, most) : `${cutMiddle(parts.head, room)}${parts.kept}`;
}
