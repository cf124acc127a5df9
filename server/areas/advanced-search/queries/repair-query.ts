/** Replaces old symbols and spreadsheet dates in the gene lists and genes of a query by official symbols. */
import type { SymbolRepair } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { isMissing } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { changeRules, FEATURE_FIELD, FEATURES_FIELD, KME_FIELD } from '@omicon/domain/query/check-query.ts';
import { fieldKey, type Query, type QuerySection, type Rule } from '@omicon/domain/query/query.ts';
import type { Db } from '../../../base/postgres/database.ts';
import { repairSymbols } from '../../../database/shared/identifiers.ts';

export interface RepairedQuery {
  query: Query;
  repairs: SymbolRepair[];
}

function listsSymbols({ field, identifier = 'SYMBOL' }: Rule, section: QuerySection): boolean {
  const listing = section === 'modules' ? FEATURES_FIELD : section === 'dataset' ? FEATURE_FIELD : null;
  return identifier === 'SYMBOL' && fieldKey(field) === listing;
}

function isOfGene({ field }: Rule, section: QuerySection): boolean {
  return section === 'modules' && fieldKey(field) === KME_FIELD;
}

function valuesOf({ value = [] }: Rule): (string | number)[] {
  return Array.isArray(value) ? value : [value];
}

function namesOf(rule: Rule): string[] {
  const names = (rule.gene === undefined ? valuesOf(rule) : [rule.gene]).map((value) => String(value).trim());
  return [...new Set(names.filter((name) => !isMissing(name)))];
}

function listNames({ filters }: Query): string[] {
  const names = new Set<string>();
  changeRules(filters, (rule, { section }) => {
    if (listsSymbols(rule, section) || isOfGene(rule, section))
      for (const name of namesOf(rule)) names.add(name);
    return rule;
  });
  return [...names];
}

/** The repaired query and the list of repairs. Official symbols, unknown names and ambiguous names are left alone. */
export async function repairQuery(db: Db, query: Query): Promise<RepairedQuery> {
  const names = listNames(query);
  if (names.length === 0) return { query, repairs: [] };
  const { mapped, dates, ambiguous } = await repairSymbols(db, names);
  const symbolOf = new Map([...mapped, ...dates].map(({ from, to }) => [from, to]));
  const candidatesOf = new Map(ambiguous.map(({ from, candidates }) => [from, candidates]));
  const repairs: SymbolRepair[] = [];
  const filters = changeRules(query.filters, (rule, { path, section }) => {
    const isGene = isOfGene(rule, section);
    if (!isGene && !listsSymbols(rule, section)) return rule;
    for (const given of namesOf(rule)) {
      const [used = null, candidates = []] = [symbolOf.get(given), candidatesOf.get(given)];
      if (used !== null || candidates.length > 0) repairs.push({ path, given, used, candidates });
    }
    if (isGene) return { ...rule, gene: symbolOf.get(rule.gene?.trim() ?? '') ?? rule.gene };
    return { ...rule, value: valuesOf(rule).map((value) => symbolOf.get(String(value).trim()) ?? value) };
  });
  return { query: { ...query, filters }, repairs };
}
