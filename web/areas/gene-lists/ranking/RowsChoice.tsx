import { Input, SegmentedControl } from '@mantine/core';
import { MODULE_FOLDS, type ModuleFold } from '@omicon/contract/areas/genes/gene-lists.ts';

const TITLES: Readonly<Record<ModuleFold, string>> = {
  'meta-module': 'Meta-module',
  'data-set': 'Data set',
  module: 'Module',
};

interface RowsChoiceProps {
  per: ModuleFold;
  onChange(changes: { per: string | null }): void;
}

/** What a row of the ranked modules stands for. */
export function RowsChoice({ per, onChange }: RowsChoiceProps) {
  return (
    <Input.Wrapper
      label="One row per"
      size="xs"
      title="Meta-module: a signal that recurs over data sets. Data set: a signal that recurs over the networks of a data set. Module: every module by every definition."
    >
      <SegmentedControl
        size="xs"
        display="flex"
        aria-label="One row per"
        value={per}
        data={MODULE_FOLDS.toReversed().map((value) => ({ value, label: TITLES[value] }))}
        onChange={(chosen) => onChange({ per: chosen === 'meta-module' ? null : chosen })}
      />
    </Input.Wrapper>
  );
}
