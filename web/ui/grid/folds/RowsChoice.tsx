import { Input, SegmentedControl } from '@mantine/core';
import { MODULE_FOLDS, type ModuleFold } from '@omicon/domain/records/module-fold.ts';

const TITLES: Readonly<Record<ModuleFold, string>> = {
  'meta-module': 'Meta-module',
  'data-set': 'Data set',
  module: 'Module',
};

interface RowsChoiceProps {
  per: ModuleFold;
  /** the choice that the address does not name */
  usual: ModuleFold;
  onChange(changes: { per: string | null }): void;
}

/** What a row of a list of modules stands for. */
export function RowsChoice({ per, usual, onChange }: RowsChoiceProps) {
  return (
    <Input.Wrapper
      label="One row per"
      size="xs"
      title="Meta-module: a signal that recurs over data sets. Data set: a signal that recurs over the networks of a data set. Module: every module, by every definition where there are several."
    >
      <SegmentedControl
        size="xs"
        display="flex"
        aria-label="One row per"
        value={per}
        data={MODULE_FOLDS.toReversed().map((value) => ({ value, label: TITLES[value] }))}
        onChange={(chosen) => onChange({ per: chosen === usual ? null : chosen })}
      />
    </Input.Wrapper>
  );
}
