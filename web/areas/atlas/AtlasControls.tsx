import { Anchor, CloseButton, Group, Text, TextInput } from '@mantine/core';
import type { AtlasDataSet, AtlasStatus } from '@omicon/contract/areas/analyses/atlas.ts';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useDebouncedText } from '../../ui/feedback/use-debounced-text.ts';
import { Choice } from '../../ui/form/Choice.tsx';
import { countOf } from '../../ui/text/format.ts';
import classes from './atlas.module.css';
import { type AtlasQuery, type AtlasView, filtersInAddress, SORTS } from './atlas-query.ts';
import {
  CHOICE_TITLES,
  choiceOf,
  GROUPING_TITLES,
  GROUPINGS,
  type GroupChoice,
  groupByValue,
  withChoice,
} from './data-set-groups.ts';

const DEBOUNCE_MS = 300;

/** Changes parameters of the address; null removes one. */
type SetQuery = (changes: Record<string, string | null>, isSameStep?: boolean) => void;

interface AtlasControlsProps {
  view: AtlasView;
  query: AtlasQuery;
  /** in words; null without filters */
  filters: string | null;
  dataSets: readonly AtlasDataSet[];
  status: AtlasStatus;
  setQuery: SetQuery;
}

function SearchBox({ search, onSearch }: { search: string; onSearch(search: string): void }) {
  const { typed, type } = useDebouncedText({ value: search, pauseMs: DEBOUNCE_MS, onSettled: onSearch });
  return (
    <TextInput
      size="xs"
      w={240}
      label="Search"
      placeholder="Title, gene or gene set"
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label="Clear search" onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

const CHOICES = (Object.entries(CHOICE_TITLES) as [GroupChoice, string][]).map(([value, label]) => ({
  value,
  label,
}));
/** A group whose data sets have different filters shows so. */
const MIXED = { value: 'mixed' as const, label: 'differs' };

const NO_DATA_SETS = { in_all: [], in_any: [], in_none: [] };

/** For each value of the chosen attribute whether its data sets have the signals. Closed unless a filter is set. */
function GroupFilters({ view, filters, dataSets, setQuery }: Omit<AtlasControlsProps, 'query' | 'status'>) {
  const [isFirstOpen] = useState(filters !== null);
  const by = GROUPING_TITLES[view.group].toLowerCase();
  const groups = useMemo(() => groupByValue(dataSets, view.group), [dataSets, view.group]);
  return (
    <details className={classes.filters} open={isFirstOpen}>
      <summary>
        <span>Filter by {by}</span>
        {filters !== null && <span className={classes.chosen}>{filters}</span>}
      </summary>
      <Text size="xs" c="dimmed" my={4}>
        Only signals found in all, in any or in none of the data sets of a group. Groups with “in any” count
        together. A data set of several groups has the filter that was chosen last.{' '}
        {filters !== null && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => setQuery({ ...filtersInAddress(NO_DATA_SETS), page: null })}
          >
            Clear filters
          </Anchor>
        )}
      </Text>
      <fieldset className={classes.groups} aria-label={`Found in, by ${by}`}>
        {groups.map(({ name, columns }) => {
          const ids = columns.flatMap((column) => dataSets[column]?.id ?? []);
          const choice = choiceOf(ids, view);
          return (
            <Choice
              key={name}
              label={`${name} (${countOf(ids.length, 'data set')})`}
              data={choice === null ? [...CHOICES, MIXED] : CHOICES}
              value={choice ?? MIXED.value}
              onChange={(chosen) => {
                if (chosen === 'mixed') return;
                setQuery({ ...filtersInAddress(withChoice(view, ids, chosen)), page: null });
              }}
            />
          );
        })}
      </fieldset>
    </details>
  );
}

/** What the atlas shows, and in which order and groups. */
export function AtlasControls(props: AtlasControlsProps) {
  const { view, query, status, setQuery } = props;
  const most = Math.max(status.cohorts, view.least_support, 2);
  const supports = Array.from({ length: Math.min(most, 50) - 1 }, (_, at) => String(at + 2));
  return (
    <>
      <Group gap="sm" align="flex-end" mb="sm">
        <SearchBox
          search={query.search ?? ''}
          onSearch={(search) => setQuery({ search, page: null }, true)}
        />
        <Choice
          label="Sort by"
          data={(Object.keys(SORTS) as (keyof typeof SORTS)[]).map((value) => ({
            value,
            label: SORTS[value].title,
          }))}
          value={query.sort}
          onChange={(sort) => setQuery({ sort, order: SORTS[sort].order, page: null }, true)}
        />
        <Choice
          label="Group columns by"
          data={GROUPINGS.map((value) => ({ value, label: GROUPING_TITLES[value] }))}
          value={view.group}
          onChange={(group) => setQuery({ group: group === 'disease' ? null : group }, true)}
        />
        <Choice
          label="In at least"
          data={supports.map((value) => ({ value, label: countOf(Number(value), 'cohort') }))}
          value={String(view.least_support)}
          onChange={(least) => setQuery({ least_support: least === '2' ? null : least, page: null }, true)}
        />
      </Group>
      <GroupFilters {...props} />
    </>
  );
}
