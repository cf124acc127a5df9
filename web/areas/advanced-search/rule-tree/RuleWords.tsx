import type { ShownLabels } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { QuerySection, Rule } from '@omicon/domain/query/query.ts';
import { describeLabelledRule } from './label-rules.ts';

interface RuleWordsProps {
  found: { rule: Rule; section: QuerySection };
  labels: ShownLabels | undefined;
}

/** A rule in words with labels of coded values; the codes are in the tooltip. */
export function RuleWords({ found, labels }: RuleWordsProps) {
  const { words, tooltip } = describeLabelledRule(found, labels);
  return <span title={tooltip}>{words}</span>;
}
