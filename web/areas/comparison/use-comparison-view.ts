import { COMPARISON_TESTS } from '@omicon/domain/statistics/comparison/tests.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import {
  type ChosenGroup,
  GROUP_LETTERS,
  type GroupLetter,
  readGroup,
  readNames,
  writeGroup,
  writeNames,
} from './group-text.ts';

const group = z.string().max(20_000).catch('').transform(readGroup);
const MAX_ATTRIBUTES = 2;

const shape = z.object({
  ds: z.coerce.number().int().min(1).catch(0),
  ...(Object.fromEntries(GROUP_LETTERS.map((letter) => [letter, group])) as Record<
    GroupLetter,
    typeof group
  >),
  test: z.enum(COMPARISON_TESTS).optional().catch(undefined),
  paired: z.literal('1').optional().catch(undefined),
  adjust: z
    .string()
    .catch('')
    .transform((text) => readNames(text).slice(0, MAX_ATTRIBUTES)),
});

function isChosen(chosen: ChosenGroup): boolean {
  return 'token' in chosen || chosen.rules.length > 0;
}

/** The comparison in the address, with the actions that change it. */
export function useComparisonView() {
  const { query, setQuery } = useAddressQuery(shape);
  const all = GROUP_LETTERS.map((letter) => ({ letter, chosen: query[letter] }));
  const used = all.filter(({ chosen }) => isChosen(chosen));
  const usualTest = used.length > 2 ? ('moderated-f' as const) : ('moderated-t' as const);
  return {
    dataSetId: query.ds,
    groups: all,
    used,
    test: query.test ?? usualTest,
    isPaired: query.paired !== undefined,
    adjustFor: query.adjust,
    setGroup: (letter: GroupLetter, chosen: ChosenGroup) => setQuery({ [letter]: writeGroup(chosen) }, true),
    setTest: (test: string | null) => setQuery({ test }, true),
    setPaired: (isPaired: boolean) => setQuery({ paired: isPaired ? '1' : null }, true),
    setAdjustFor: (names: readonly string[]) => setQuery({ adjust: writeNames(names) }, true),
    swap: () => setQuery({ a: writeGroup(query.b), b: writeGroup(query.a) }, true),
  };
}

export type ComparisonView = ReturnType<typeof useComparisonView>;
