import { Group, Text } from '@mantine/core';
import type { SearchResults } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { MODULE_FOLDS, type ModuleFold } from '@omicon/domain/records/module-fold.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../../base/addresses/address-query.ts';
import { SIGNALS } from '../../../ui/grid/folds/module-folds.ts';
import { RowsChoice } from '../../../ui/grid/folds/RowsChoice.tsx';
import { countOf } from '../../../ui/text/format.ts';
import type { Draft } from '../query-address.ts';

/** The rows that satisfy a query are its exact answer, equal to its number and its export: they fold on request. */
const USUAL: ModuleFold = 'module';

const shape = z.object({ per: z.enum(MODULE_FOLDS).catch(USUAL) });

/** What a row of the results stands for, by the address. */
export function useResultFold({ result_type, show }: Draft): ModuleFold {
  const { per } = useAddressQuery(shape).query;
  return result_type === 'covariation-modules' && show === 'records' ? per : USUAL;
}

/** The parameter of the address. */
export function parameterOf(per: ModuleFold) {
  return per === USUAL ? {} : { per };
}

/** `312 modules, by 936 rows, in 41 signals and single modules`. */
function describeFolds({ folded, result_count }: SearchResults, per: ModuleFold): string | null {
  if (folded === undefined || per === USUAL) return null;
  const { one, several } = SIGNALS[per];
  const { rows, modules } = folded;
  const listed = rows === modules ? '' : ` (${countOf(rows, 'row')})`;
  return `${countOf(modules, 'module')}${listed} in ${countOf(result_count, one, several)}`;
}

interface ResultFoldsProps {
  per: ModuleFold;
  results: SearchResults | undefined;
  onChange(per: ModuleFold): void;
}

/** What a row of modules stands for, and how many modules there are. */
export function ResultFolds({ per, results, onChange }: ResultFoldsProps) {
  return (
    <Group gap="md" mb="sm" align="flex-end">
      <RowsChoice
        per={per}
        usual={USUAL}
        onChange={({ per: chosen }) => onChange(MODULE_FOLDS.find((fold) => fold === chosen) ?? USUAL)}
      />
      <Text size="sm" c="dimmed" role="status">
        {results === undefined ? null : describeFolds(results, per)}
      </Text>
    </Group>
  );
}
