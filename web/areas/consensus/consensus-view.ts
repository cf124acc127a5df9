/** What a consensus is of, as the address has it. */
import { MAX_CONSENSUS_MODULES } from '@omicon/domain/statistics/correlates/fidelity.ts';
import { z } from 'zod';

/** Numbers separated by commas; anything else is left out. */
const numbers = z
  .string()
  .catch('')
  .transform((text) =>
    text
      .split(',')
      .map(Number)
      .filter((number) => Number.isInteger(number) && number > 0 && number <= 2_147_483_647)
      .slice(0, MAX_CONSENSUS_MODULES),
  );

export const consensusShape = z.object({
  /** numbers of modules */
  modules: numbers,
  /** token of a saved list, in place of modules */
  list: z.string().optional().catch(undefined),
  /** token of the saved list to compare with */
  against: z.string().optional().catch(undefined),
});

const SORTS = [
  'fidelity',
  'symbol',
  'mean_r',
  'sd_z',
  'q',
  'i_squared',
  'number_of_modules',
  'percentile',
] as const;

export const genesShape = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(50),
  sort: z.enum(SORTS).default('fidelity'),
  order: z.enum(['asc', 'desc']).default('desc'),
  search: z.string().max(100).default(''),
});

/** Without modules that the list does not count, so that the next consensus is of those that do. */
export function withoutModule(modules: readonly number[], number: number): string | null {
  const left = modules.filter((each) => each !== number);
  return left.length === 0 ? null : left.join(',');
}
