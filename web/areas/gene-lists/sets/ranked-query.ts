import { z } from 'zod';
import { readSource } from '../../../actions/explore/ranked-source.ts';

/** Query parameters of a ranking; invalid ones count as absent. */
export const rankedShape = z.object({
  ranking: z.string().catch('').transform(readSource),
  top: z.enum(['high', 'low']).catch('high'),
  by: z.enum(['cerno', 'auc']).catch('cerno'),
  category: z.string().trim().max(100).catch(''),
  species: z.string().trim().max(100).catch(''),
  name: z.string().trim().max(200).catch(''),
  fold: z.enum(['on', 'off']).catch('on'),
});
export type RankedQuery = z.output<typeof rankedShape>;

/** How sets are tested and listed, in the form of the calls. */
export function rankedOptions({ top, by, category, species, name, fold }: RankedQuery) {
  return {
    direction: top,
    by,
    search: name,
    fold: fold === 'on',
    ...(category === '' ? {} : { category }),
    ...(species === '' ? {} : { species }),
  };
}
export type RankedOptions = ReturnType<typeof rankedOptions>;
