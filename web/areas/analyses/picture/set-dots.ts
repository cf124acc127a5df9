/** Enriched gene sets as dots: position by P, size by the members shared, colour by category. */
import type { listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { scaleLinear } from 'd3-scale';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { writeTable } from '../../../ui/files/write-table.ts';
import { type Tick, ticksOf } from '../../../ui/plot/ticks.ts';
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

function largest(sets: readonly PictureSet[]): { strength: number; overlap: number } {
  return {
    strength: Math.max(1, ...sets.map(strengthOf)),
    overlap: Math.max(1, ...sets.map(({ overlap }) => overlap)),
  };
}

function radiusOf(overlap: number, most: number): number {
  return SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(overlap / most);
}

function colourOf(category: string | null): string {
  return colourOfValue('gene set category', category ?? 'none');
}

export function layoutDots(sets: readonly PictureSet[]): SetDot[] {
  const most = largest(sets);
  return sets.map((set) => ({
    set,
    position: strengthOf(set) / most.strength,
    radius: radiusOf(set.overlap, most.overlap),
    colour: colourOf(set.category),
  }));
}

export const DOTS_AXIS = '\u2212log10 P';
export const DOTS_SIZE = 'Members shared';

/** What positions, sizes and colours of the dots mean. */
export interface DotsKey {
  /** of -log10 P, `at` from 0 to 1 along the line */
  ticks: Tick[];
  sizes: { overlap: number; radius: number }[];
  categories: { name: string; colour: string }[];
}

export function keyOfDots(sets: readonly PictureSet[]): DotsKey {
  const most = largest(sets);
  const overlaps = [...new Set([Math.ceil(most.overlap / 4), most.overlap])];
  return {
    ticks: ticksOf(scaleLinear([0, most.strength], [0, 1]), 4),
    sizes: overlaps.map((overlap) => ({ overlap, radius: radiusOf(overlap, most.overlap) })),
    categories: [...new Set(sets.map(({ category }) => category))].map((category) => ({
      name: category ?? 'No category',
      colour: colourOf(category),
    })),
  };
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
