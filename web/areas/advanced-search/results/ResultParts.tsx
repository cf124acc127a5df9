import { Group, Text, Title } from '@mantine/core';
import type { SearchResults, ShownLabels } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { checkRulesTogether } from '@omicon/domain/query/check-query.ts';
import { SECTION_TITLES } from '@omicon/domain/query/query-rows.ts';
import { CiteList } from '../../../actions/cite/CiteButton.tsx';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import { useCountAdvancedSearch } from '../calls.ts';
import { QueryActions } from '../queries/QueryActions.tsx';
import { compactQuery, type Draft, wizardAddress } from '../query-address.ts';
import { describeLabelledQuery } from '../rule-tree/label-rules.ts';
import { RuleWords } from '../rule-tree/RuleWords.tsx';
import { ruleAt, withoutRule } from '../rules/edit-query.ts';
import {
  countedAs,
  formatExecutionTime,
  STEP_TITLES,
  stepOfSection,
  titleOf,
  titleOfType,
} from '../rules/words.ts';
import classes from '../wizard.module.css';

interface ResultHeadProps {
  draft: Draft;
  href: string;
  /** undefined until the results are there */
  labels: ShownLabels | undefined;
  rows: number | undefined;
}

/** Letters of the title of a cited query, which holds its rules. */
const MAX_TITLE_LETTERS = 450;

/** The query in a line. */
function lineOf(title: string, parts: readonly { title: string; words: string }[]): string {
  const line = [title, ...parts.map((part) => `${part.title}: ${part.words}`)].join('; ');
  return line.length > MAX_TITLE_LETTERS ? `${line.slice(0, MAX_TITLE_LETTERS)}…` : line;
}

/** The query in words, with a link to each filter. */
export function ResultHead({ draft, href, labels, rows }: ResultHeadProps) {
  const title = draft.description === '' ? titleOfType(draft.result_type) : titleOf(draft);
  const parts = describeLabelledQuery(draft, labels);
  return (
    <>
      <Group justify="space-between" gap="sm" mb={4}>
        <Title order={2}>{title}</Title>
        <Group gap="xs">
          <QueryActions draft={draft} href={href} />
          <CiteList
            list={{
              title: lineOf(title, parts),
              address: wizardAddress(draft, { step: 'search_results' }),
              rows: rows ?? null,
            }}
          />
        </Group>
      </Group>
      <dl className={classes.summary}>
        {parts.map(({ section, title: name, words, tooltip }) => (
          <div key={section}>
            <dt>
              <AddressLink
                href={wizardAddress(draft, { step: stepOfSection(section), tab: section })}
                size="sm"
              >
                {name}
              </AddressLink>
            </dt>
            <dd title={tooltip}>{words}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function ExecutionTime({ ms }: { ms: number | undefined }) {
  if (ms === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      Execution time {formatExecutionTime(ms)}
    </Text>
  );
}

/** Results as a count. */
export function CountView({ results, draft }: { results: SearchResults; draft: Draft }) {
  const words = countedAs(results.result_count, draft.result_type).replace(/^[\d,]+ /, '');
  return (
    <section aria-label="Number of results">
      <div className={classes.big}>{formatCount(results.result_count)}</div>
      <Text size="lg">{words}</Text>
      {results.result_count === 0 && (
        <Text mt="sm">
          <EmptiedBy results={results} draft={draft} />
        </Text>
      )}
    </section>
  );
}

/** Names the rule that left no results, with a link to it. */
export function EmptiedBy({ results, draft }: { results: SearchResults; draft: Draft }) {
  const found = results.emptied_by === null ? null : ruleAt(draft.filters, results.emptied_by);
  if (found === null) return <>Nothing you may read satisfies this query. Try fewer rules.</>;
  const step = stepOfSection(found.section);
  return (
    <>
      The rule “
      <RuleWords found={found} labels={results.value_labels} />” leaves nothing.{' '}
      <AddressLink href={wizardAddress(draft, { step, tab: found.section })} size="sm" underline="always">
        Change it in {STEP_TITLES[step]}, {SECTION_TITLES[found.section]}
      </AddressLink>
      <WithoutRule draft={draft} path={results.emptied_by ?? ''} />
    </>
  );
}

/** What the query finds without one of its rules, with a link; nothing where that is nothing, or not known yet. */
function WithoutRule({ draft, path }: { draft: Draft; path: string }) {
  const without = { ...draft, filters: withoutRule(draft.filters, path), description: '' };
  // Without the only rule on modules there may be no query left: features are those of modules.
  const isQuery = checkRulesTogether(without).length === 0;
  const count = useCountAdvancedSearch(compactQuery({ ...without, show: 'count' }), isQuery);
  const total = count.data?.reply.total ?? 0;
  if (!isQuery || total === 0 || count.isPlaceholderData) return null;
  return (
    <>
      {'. '}
      <AddressLink href={wizardAddress(without, { step: 'search_results' })} size="sm" underline="always">
        Without it: {countedAs(total, draft.result_type)}
      </AddressLink>
    </>
  );
}
