/** Enriched gene sets as dots: position by P, size by the members shared, colour by category. */
import type { listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { writeTable } from '../../../ui/files/write-table.ts';
import type { Picture } from './picture-model.ts';

export type PictureSet = ReplyOf<typeof listPictureSets>['results'][number];

const [SMALLEST, LARGEST] = [3, 10];

/** -log10 P; P of 1e-300 stands for 0, so nothing is infinite. */
export function strengthOf({ p_value }: PictureSet): number {
  return -Math.log10(Math.max(p_value, 1e-300));
}

export interface SetDot {
  set: PictureSet;
  /** from 0 to 1 along the line */
  position: number;
  radius: number;
  colour: string;
}

export function layoutDots(sets: readonly PictureSet[]): SetDot[] {
  const strongest = Math.max(1, ...sets.map(strengthOf));
  const most = Math.max(1, ...sets.map(({ overlap }) => overlap));
  return sets.map((set) => ({
    set,
    position: strengthOf(set) / strongest,
    radius: SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(set.overlap / most),
    colour: colourOfValue('gene set category', set.category ?? 'none'),
  }));
}

/** The sets that a row of the picture is a member of. */
export function setsWith(sets: readonly PictureSet[], row: Picture['rows'][number]): PictureSet[] {
  return sets.filter(({ ranks }) => ranks.includes(row.rank));
}

/** The sets as TSV, each with the rows of the picture that are its members. */
export function writeSets(sets: readonly PictureSet[], { rows }: Picture): string {
  const titles = ['Gene set', 'Omicon ID', 'Category', 'P', 'Members shared', 'Of these in the picture'];
  const body = sets.map((set) => {
    const shown = new Set(set.ranks);
    const members = rows.filter(({ rank }) => shown.has(rank)).map(({ feature }) => feature);
    return [set.set_name, set.omicon_id, set.category, set.p_value, set.overlap, members.join(' ')];
  });
  return writeTable(titles, body, 'tsv');
}
