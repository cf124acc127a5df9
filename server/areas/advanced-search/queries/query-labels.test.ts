/** Coded sample values of queries and results come with their labels; rows and files keep the codes. */
import {
  countAdvancedSearch,
  exportAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { getSearchResults } from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { createSampleAttribute } from '@omicon/contract/areas/attributes.ts';
import type { Rule } from '@omicon/domain/query/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeIn } from '../../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';

let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  const taken = await takeIn(portal, { ...smallLaboratory(), ...smallResources() });
  expect(taken.faults).toEqual([]);
  await portal.runJobs();
});
afterAll(() => portal.close());

function query(rules: Rule[], result_type: SearchQueryInput['result_type'] = 'samples'): SearchQueryInput {
  return { result_type, filters: { sample: { rules } } };
}

async function search(body: SearchQueryInput) {
  return (await portal.call(searchAdvanced, { as: lab, body })).reply.data;
}

const MUTATED: Rule = { field: 'IDH1_Mut', operator: 'in', value: ['NCIT:C172343', 'WT'] };
const OF_BRAIN: Rule = { field: 'UBERON_ID', operator: 'notequal', value: 'UBERON:0001871' };

test('values of the rules and of the rows have labels, and the rows keep their codes', async () => {
  const { searchResults } = await search(query([MUTATED, OF_BRAIN]));
  expect(searchResults.value_labels).toEqual({
    IDH1_Mut: { 'NCIT:C172343': 'mutated' },
    UBERON_ID: {
      'UBERON:0000955': 'brain',
      'UBERON:0001871': 'temporal lobe',
      'UBERON:0016525': 'frontal lobe',
    },
  });
  const codes = searchResults.results.map((row) => row.IDH1_Mut);
  expect(new Set(codes)).toEqual(new Set(['NCIT:C172343', 'WT']));
});

test.each<[string, Rule, Rule]>([
  [
    'equal',
    { field: 'IDH1_Mut', operator: 'equal', value: 'NCIT:C172343' },
    { field: 'IDH1_Mut', operator: 'equal', value: ' Mutated' },
  ],
  [
    'not equal',
    { field: 'IDH1 Mut', operator: 'notequal', value: 'NCIT:C172343' },
    { field: 'IDH1 Mut', operator: 'notequal', value: 'mutated' },
  ],
  ['in a list', MUTATED, { field: 'IDH1_Mut', operator: 'in', value: ['wt', 'mutated'] }],
  ['of a term', OF_BRAIN, { field: 'UBERON_ID', operator: 'notequal', value: 'Temporal lobe' }],
])('a label finds the samples of its value: %s', async (_, byValue, byLabel) => {
  const [value, label] = [await search(query([byValue])), await search(query([byLabel]))];
  expect(value.searchResults.result_count).toBeGreaterThan(0);
  expect(label.searchResults.results).toEqual(value.searchResults.results);
  const [asked, counted] = await Promise.all(
    [byValue, byLabel].map((rule) =>
      portal.call(countAdvancedSearch, { as: lab, body: query([rule], 'data-sets') }),
    ),
  );
  expect(counted?.reply.total).toBe(asked?.reply.total);
});

test('a label chooses the data sets in which a signal recurs, and is told with the counts', async () => {
  const body = (value: string, attribute: string): SearchQueryInput => ({
    result_type: 'covariation-modules',
    filters: { modules: { rules: [{ field: 'recurs_in', operator: 'any', attribute, value }] } },
  });
  const counted = async (value: string, attribute = 'IDH1_Mut') =>
    (await portal.call(countAdvancedSearch, { as: lab, body: body(value, attribute) })).reply;
  const byValue = await counted('NCIT:C172343');
  expect(byValue.total).toBeGreaterThan(0);
  expect(byValue.value_labels).toEqual({ IDH1_Mut: { 'NCIT:C172343': 'mutated' } });
  expect((await counted('Mutated', 'IDH1 Mut')).total).toBe(byValue.total);
  expect((await counted('temporal lobe')).total).toBe(0);
});

test('a label of no value of the attribute finds nothing', async () => {
  const rule: Rule = { field: 'IDH1_Mut', operator: 'equal', value: 'temporal lobe' };
  expect((await search(query([rule]))).searchResults.result_count).toBe(0);
});

test('counts have the labels of their rules', async () => {
  const body = query([MUTATED, OF_BRAIN], 'data-sets');
  const { reply } = await portal.call(countAdvancedSearch, { as: lab, body });
  expect(reply.value_labels).toEqual({
    IDH1_Mut: { 'NCIT:C172343': 'mutated' },
    UBERON_ID: { 'UBERON:0001871': 'temporal lobe' },
  });
});

test('results of a background search have the same labels', async () => {
  const body = query([MUTATED]);
  const { notifId } = await search({ ...body, background: true });
  await portal.runJobs();
  const stored = await portal.call(getSearchResults, { as: lab, params: { notif_id: notifId ?? 0 } });
  expect(stored.reply.state).toBe('done');
  expect(stored.reply.data.searchResults.value_labels).toEqual(
    (await search(body)).searchResults.value_labels,
  );
});

test('files have the codes only', async () => {
  const body = query([MUTATED]);
  const { text } = await portal.ask(exportAdvancedSearch, { as: lab, body, query: { format: 'tsv' } });
  expect(text).toContain('NCIT:C172343');
  expect(text).not.toContain('mutated');
});

test('a label is there as soon as it is stored, and without any the reply names none', async () => {
  const body = query([{ field: 'Tumor_Grade', operator: 'equal', value: 4 }]);
  expect((await search(body)).searchResults).not.toHaveProperty('value_labels');
  expect((await search({ result_type: 'data-sets', filters: {} })).searchResults).not.toHaveProperty(
    'value_labels',
  );
  const attribute = {
    sampleAttributeSource: 'Tumor Grade',
    type: 'Integer',
    examples: '4',
    required: 'No',
    indexed: 'Yes',
    dataSource: 'Source study',
    description: 'Grade of the tumor.',
    value_labels: { 4: 'grade IV' },
  } as const;
  expect((await portal.call(createSampleAttribute, { as: lab, body: attribute })).status).toBe(201);
  expect((await search(body)).searchResults.value_labels).toEqual({ Tumor_Grade: { 4: 'grade IV' } });
});

test('the higher group of a trait has its label, by which it is found, too', async () => {
  const attribute = {
    sampleAttributeSource: 'Sex',
    type: 'String',
    examples: 'F',
    required: 'No',
    indexed: 'Yes',
    dataSource: 'Source study',
    description: 'Sex of the donor.',
    value_labels: { F: 'female', M: 'male' },
  } as const;
  const higherIn = async (higher_in: string) => {
    const rules = [{ field: 'trait', attribute: 'Sex', q_below: 1, higher_in }];
    const body = { result_type: 'covariation-modules', filters: { modules: { rules } } } as const;
    return (await search(body)).searchResults;
  };
  const { results } = await higherIn('F');
  expect(new Set(results.map((row) => row.Trait_higher_in))).toEqual(new Set(['F']));
  expect((await higherIn('female')).results).toEqual([]);
  expect((await portal.call(createSampleAttribute, { as: lab, body: attribute })).status).toBe(201);
  expect((await higherIn(' Female')).results).toEqual(results);
  expect((await higherIn('F')).value_labels).toEqual({
    Trait_higher_in: { F: 'female' },
    Sex: { F: 'female' },
  });
});
