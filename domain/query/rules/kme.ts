/** Rules for modules by the kME of a gene, whether they contain it or not. */
import { mappingKey } from '../../identifiers/identifier-mapping.ts';
import type { Rule } from '../query.ts';
import { isBlank, listed, type SpecialKind } from './rule-kind.ts';

const LIMIT = 0.7;

function parse({ gene = '', operator, kme: limit = LIMIT }: Rule) {
  return { kind: 'kme_of_gene' as const, gene, isAtLeast: operator !== 'lessthanorequal', limit };
}
export type KmeRule = ReturnType<typeof parse>;

export const KME: SpecialKind<KmeRule> = {
  kind: 'kme_of_gene',
  label: 'kME of a gene',
  initial: { field: 'kme_of_gene', operator: 'greaterthanorequal', kme: LIMIT },
  meaning: '(kME of a gene in the module)',
  parts: {
    gene: 'kME of a gene: symbol of the gene.',
    kme: `kME of a gene: limit, between -1 and 1; ${LIMIT} if left out. Of several features of the gene, that with the largest |kME| counts.`,
  },
  check(rule) {
    if (rule.value !== undefined) return 'A kME rule takes gene, operator and kme.';
    if (!['greaterthanorequal', 'lessthanorequal'].includes(rule.operator ?? 'greaterthanorequal'))
      return 'kME of a gene is compared by "greaterthanorequal" or "lessthanorequal".';
    return mappingKey(parse(rule).gene) === '' ? 'Please enter the symbol of a gene.' : null;
  },
  parse,
  isIncomplete: (rule) => isBlank([parse(rule).gene]),
  describe(rule) {
    const { gene, isAtLeast, limit } = parse(rule);
    return `kME of ${listed([gene])} is ${isAtLeast ? 'at least' : 'at most'} ${limit}`;
  },
  readNames: (rule) => ({
    identifier: 'SYMBOL',
    names: rule.gene === undefined ? [] : [rule.gene],
    rename: ([gene]) => ({ ...rule, gene: String(gene) }),
  }),
};
