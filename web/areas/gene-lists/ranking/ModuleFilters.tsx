import { Button, Group, Input, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { memo, useState } from 'react';
import { Select } from '../../../ui/form/options/Select.tsx';
import { useListValues } from '../calls.ts';
import { DebouncedInput } from '../DebouncedInput.tsx';
import classes from '../gene-lists.module.css';
import { SampleRules } from '../SampleRules.tsx';
import { isNarrowed, LIMITS, type Limit, type RankingQuery, WITHOUT_FILTERS } from './ranking-query.ts';

type Changes = Record<string, string | null>;

const LIMIT_TITLES: Readonly<Record<Limit, string>> = { atleast: '≥', equal: '=', atmost: '≤' };

interface FigureFilterProps {
  label: string;
  value: number | undefined;
  limit: Limit;
  onValue(value: string | null): void;
  onLimit(limit: string): void;
}

/** A network parameter with a comparison, at least or at most. */
function FigureFilter({ label, value, limit, onValue, onLimit }: FigureFilterProps) {
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <NativeSelect
        size="xs"
        w={58}
        label={label}
        aria-label={`${label} comparison`}
        value={limit}
        data={LIMITS.map((each) => ({ value: each, label: LIMIT_TITLES[each] }))}
        onChange={(event) => onLimit(event.currentTarget.value)}
      />
      <DebouncedInput
        aria-label={label}
        w={72}
        inputMode="decimal"
        value={value === undefined ? '' : String(value)}
        onSettled={(typed) => {
          if (typed === '' || Number.isFinite(Number(typed))) onValue(typed === '' ? null : typed);
        }}
      />
    </Group>
  );
}

interface ModuleFiltersProps {
  query: RankingQuery;
  /** sets query parameters; null removes one */
  onChange(changes: Changes, isSameStep?: boolean): void;
}

/** Filters for the ranked modules: definition, data set, network and samples. They do not render with each list. */
export const ModuleFilters = memo(function ModuleFilters({ query, onChange }: ModuleFiltersProps) {
  const [isChoosing, setChoosing] = useState(false);
  const technologies = useListValues('data-sets', 'Technology', { isNeeded: isChoosing }).data ?? [];
  return (
    <Stack gap={8}>
      <div className={classes.filters}>
        <Input.Wrapper label="Module definition" size="xs">
          <SegmentedControl
            size="xs"
            display="flex"
            aria-label="Module definition"
            value={query.definition}
            data={[...QUERY_DEFINITIONS]}
            onChange={(definition) => onChange({ definition: definition === 'Any' ? null : definition })}
          />
        </Input.Wrapper>
        <DebouncedInput
          label="Data set title contains"
          w={150}
          maxLength={200}
          value={query.title}
          onSettled={(title) => onChange({ title }, true)}
        />
        <Select
          label="Technology"
          size="xs"
          w={124}
          clearable
          clearButtonProps={{ 'aria-label': 'Any technology' }}
          placeholder="Any"
          value={query.technology === '' ? null : query.technology}
          data={[
            ...new Set([
              ...technologies.map(({ value }) => value),
              ...(query.technology === '' ? [] : [query.technology]),
            ]),
          ]}
          onFocus={() => setChoosing(true)}
          onChange={(technology) => onChange({ technology })}
        />
        <FigureFilter
          label="RelSignum"
          value={query.relsignum}
          limit={query.relsignum_is}
          onValue={(relsignum) => onChange({ relsignum }, true)}
          onLimit={(relsignum_is) => onChange({ relsignum_is })}
        />
        <FigureFilter
          label="MinSize"
          value={query.minsize}
          limit={query.minsize_is}
          onValue={(minsize) => onChange({ minsize }, true)}
          onLimit={(minsize_is) => onChange({ minsize_is })}
        />
        {isNarrowed(query) && (
          <Button size="xs" variant="subtle" onClick={() => onChange(WITHOUT_FILTERS.modules)}>
            Clear filters
          </Button>
        )}
      </div>
      <SampleRules query={query} onChange={onChange} />
    </Stack>
  );
});
