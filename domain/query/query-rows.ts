/** A query as spreadsheet rows, one per rule, readable without the portal. */
import {
  type Group,
  isGroup,
  QUERY_SECTIONS,
  type Query,
  type QuerySection,
  type ResultType,
  type Rule,
  restricts,
  type SampleGroup,
} from './query.ts';

export const QUERY_ROW_COLUMNS = ['Section', 'Group', 'Field', 'Operator', 'Value'] as const;

export const SECTION_TITLES: Readonly<Record<QuerySection, string>> = {
  collection: 'Collection',
  dataset: 'Dataset',
  sample: 'Sample',
  analyses: 'Analyses',
  networks: 'Networks',
  modules: 'Modules',
  genesets: 'Gene sets',
};

function listed(value: string | number | readonly (string | number)[]): string {
  return [value].flat().join('; ');
}

/** The value of a rule, followed by its other parts with their names. */
function textOf({ field: _, operator: __, value, ...others }: Rule): string {
  const parts = Object.entries(others).flatMap(([part, set]) =>
    set === undefined ? [] : [`${part}: ${listed(set)}`],
  );
  return [...(value === undefined ? [] : [listed(value)]), ...parts].join(', ');
}

function groupName({ combinator, not }: Group): string {
  return not ? `not ${combinator}` : combinator;
}

function rowsOf(section: string, group: Group, path: string): string[][] {
  return group.rules.flatMap((node) => {
    if (isGroup(node)) return rowsOf(section, node, `${path} > ${groupName(node)}`);
    return [[section, path, node.field, node.operator ?? '', textOf(node)]];
  });
}

function quantifierRows({ quantifier, count, percent }: SampleGroup, group: string): string[][] {
  if (quantifier === undefined) return [];
  const limit = quantifier === 'at_least' ? count : quantifier === 'share' ? percent : undefined;
  return [['Sample', group, 'samples', quantifier, limit === undefined ? '' : String(limit)]];
}

/** The result type, then the rules in the order in which they narrow; columns as in `QUERY_ROW_COLUMNS`. */
export function listQueryRows({ result_type, filters, output }: Query): string[][] {
  const rows: string[][] = [['Result', '', 'result_type', 'equal', result_type]];
  if (output) rows.push(['Result', '', 'identifier', 'equal', output.identifier]);
  for (const section of QUERY_SECTIONS) {
    const group = filters[section];
    if (!restricts(group)) continue;
    if (section === 'sample') rows.push(...quantifierRows(group, groupName(group)));
    rows.push(...rowsOf(SECTION_TITLES[section], group, groupName(group)));
  }
  return rows;
}

export const RESULT_TYPE_LABELS: Readonly<Record<ResultType, string>> = {
  'data-collections': 'Data collections',
  'data-sets': 'Data sets',
  samples: 'Samples',
  analyses: 'Analyses',
  'covariation-networks': 'Covariation networks',
  'covariation-modules': 'Covariation modules',
  'gene-sets': 'Gene sets',
  features: 'Unique features of modules',
  'analyte-files': 'Analyte files',
  'enrichment-files': 'Enrichment PDFs',
  'kme-table': 'kME table',
};

const MAX_DESCRIPTION_LENGTH = 200;

/** A description of a query: its result type and rules, at most 200 characters. */
export function describeQuery(query: Query): string {
  const rules = listQueryRows(query)
    .slice(1)
    .map(([, , field, operator, value]) => [field, operator, value].filter((part) => part !== '').join(' '));
  const label = RESULT_TYPE_LABELS[query.result_type];
  const whole = rules.length === 0 ? label : `${label}: ${rules.join(', ')}`;
  return whole.length > MAX_DESCRIPTION_LENGTH ? `${whole.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…` : whole;
}
