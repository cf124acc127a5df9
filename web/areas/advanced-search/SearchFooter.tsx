import { Button, Group, Text } from '@mantine/core';
import { SECTION_TITLES } from '@omicon/domain/query/query-rows.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { QueryActions } from './queries/QueryActions.tsx';
import { type Draft, type Step, wizardAddress } from './query-address.ts';
import { RuleWords } from './rule-tree/RuleWords.tsx';
import { ruleAt } from './rules/edit-query.ts';
import type { LiveCounts } from './rules/use-live-counts.ts';
import { countedAs, STEP_TITLES, stepOfSection } from './rules/words.ts';
import classes from './wizard.module.css';

const NEXT: Readonly<Partial<Record<Step, Step>>> = { result_type: 'data', data: 'analyses' };

function totalText({ total, faults, incomplete }: LiveCounts, draft: Draft): string {
  if (faults.size > 0) return 'One rule is not valid yet';
  if (total === null) return '';
  const without = incomplete.size > 0 ? ' (unfinished rules ignored)' : '';
  return `${countedAs(total, draft.result_type)}${without}`;
}

/** Names the rule that leaves no results: it may belong to a filter that is not on the screen. */
function EmptyingRule({ draft, counts }: Pick<SearchFooterProps, 'draft' | 'counts'>) {
  const found = counts.emptiedBy === null ? null : ruleAt(draft.filters, counts.emptiedBy);
  if (found === null) return null;
  const { section } = found;
  return (
    <div className={classes.emptied}>
      <RuleWords found={found} labels={counts.valueLabels} /> leaves nothing:{' '}
      <AddressLink
        href={wizardAddress(draft, { step: stepOfSection(section), tab: section })}
        size="sm"
        underline="always"
      >
        {SECTION_TITLES[section]}
      </AddressLink>
    </div>
  );
}

interface SearchFooterProps {
  step: Step;
  draft: Draft;
  counts: LiveCounts;
  onSearch(): void;
}

/** The number of results the query would give, and the SEARCH button. */
export function SearchFooter({ step, draft, counts, onSearch }: SearchFooterProps) {
  const next = NEXT[step];
  const isBlocked = counts.incomplete.size > 0 || counts.faults.size > 0;
  return (
    <div className={classes.footer}>
      <div>
        <Text
          role="status"
          className={classes.total ?? ''}
          data-stale={counts.isStale || undefined}
          aria-busy={counts.isStale}
        >
          {totalText(counts, draft)}
        </Text>
        <EmptyingRule draft={draft} counts={counts} />
      </div>
      <Group gap="xs">
        <QueryActions draft={draft} href={wizardAddress(draft, { step })} />
        {next !== undefined && (
          <ButtonLink variant="default" href={wizardAddress(draft, { step: next })}>
            Next: {STEP_TITLES[next]}
          </ButtonLink>
        )}
        <Button
          onClick={onSearch}
          disabled={isBlocked}
          title={isBlocked ? 'Complete or remove the marked rules first' : undefined}
        >
          SEARCH
        </Button>
      </Group>
    </div>
  );
}
