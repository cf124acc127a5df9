import { enrichedModulesAddress } from '@omicon/contract/addresses.ts';
import { searchQueryBody } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { describe, expect, test } from 'vitest';
import {
  compactQuery,
  type Draft,
  decodeQuery,
  encodeQuery,
  readQuery,
  wizardAddress,
} from './query-address.ts';

/** Microglia modules of data sets made up solely of adult oligodendroglioma. */
const MICROGLIA: Draft = {
  result_type: 'covariation-modules',
  filters: {
    sample: {
      combinator: 'and',
      not: false,
      quantifier: 'solely',
      rules: [
        { field: 'Developmental_Epoch', operator: 'contains', value: 'adult' },
        {
          combinator: 'or',
          not: true,
          rules: [{ field: 'Disease', operator: 'in', value: ['oligodendroglioma', 'Größe µ'] }],
        },
      ],
    },
    modules: {
      combinator: 'and',
      not: false,
      rules: [{ field: 'trait', attribute: 'Batch', q_below: 0.05, sign: 'positive' }],
    },
    genesets: {
      combinator: 'and',
      not: false,
      rules: [{ field: 'enrichment', definition: 'Any', p_below: 1e-10, name_contains: 'microglia' }],
    },
  },
  output: undefined,
  description: 'Microglia, “solely”',
  show: 'count',
};

function drafted(text: string): Draft {
  const read = decodeQuery(text);
  if ('fault' in read) throw new Error(read.fault);
  return read.draft;
}

describe('a query in an address', () => {
  test('can be written and read back', () => {
    expect(drafted(encodeQuery(MICROGLIA))).toEqual(MICROGLIA);
  });

  test('has one spelling, whatever the order of its parts', () => {
    const { filters, ...rest } = compactQuery(MICROGLIA);
    const other = { ...rest, filters: { genesets: {}, ...(filters as object) }, page: 3, sort: 'Pval' };
    const read = readQuery(other);
    expect('draft' in read && encodeQuery(read.draft)).toBe(encodeQuery(MICROGLIA));
  });

  test('leaves out defaults, and is accepted by the server', () => {
    const empty: Draft = { ...MICROGLIA, filters: {}, description: '', show: 'records' };
    expect(compactQuery(empty)).toEqual({ result_type: 'covariation-modules', filters: {} });
    const { filters } = compactQuery(MICROGLIA);
    expect(filters).toMatchObject({ genesets: { rules: [{ field: 'enrichment' }] } });
    expect(JSON.stringify(filters)).not.toContain('"and"');
    expect(searchQueryBody.parse(compactQuery(MICROGLIA)).filters).toEqual(MICROGLIA.filters);
  });

  test('keeps quantifier and OR of a filter without rules', () => {
    const waiting: Draft = {
      ...MICROGLIA,
      filters: { sample: { combinator: 'or', not: false, rules: [], quantifier: 'at_least', count: 100 } },
    };
    expect(drafted(encodeQuery(waiting))).toEqual(waiting);
  });

  test('needs no escaping, and moves behind the # when long', () => {
    expect(encodeQuery(MICROGLIA)).toMatch(/^[\w-]+$/);
    const address = wizardAddress(MICROGLIA, { step: 'data', tab: 'sample' });
    expect(address).toBe(`/home/advanced-search?step=data&tab=sample&q=${encodeQuery(MICROGLIA)}`);
    const genes = Array.from({ length: 500 }, (_, index) => `GENE${index}`);
    const long: Draft = {
      ...MICROGLIA,
      filters: {
        modules: {
          combinator: 'and',
          not: false,
          rules: [{ field: 'features', operator: 'any', value: genes }],
        },
      },
    };
    const [path, part = ''] = wizardAddress(long, { step: 'search_results' }).split('#q=');
    expect(path).toBe('/home/advanced-search?step=search_results');
    expect(drafted(part)).toEqual(long);
  });
});

describe('an address without a valid query', () => {
  test.each([
    ['cut short', encodeQuery(MICROGLIA).slice(0, -7)],
    ['no base64', '%%%'],
    ['no text', 'gIGC'],
    ['no JSON', btoa('not a query')],
  ])('%s', (_name, text) => {
    expect(decodeQuery(text)).toEqual({ fault: 'It was cut short or changed on its way.' });
  });

  test('reports which part is wrong', () => {
    const wrong = { result_type: 'covariation-modules', filters: { sample: { rules: [{ field: '' }] } } };
    expect(decodeQuery(btoa(JSON.stringify(wrong)))).toEqual({
      fault: 'filters.sample.rules.0.field: Please choose a field.',
    });
    const deep = (level: number): object => ({ rules: level === 0 ? [] : [deep(level - 1)] });
    const read = decodeQuery(btoa(JSON.stringify({ result_type: 'samples', filters: { sample: deep(9) } })));
    expect(read).toMatchObject({ fault: expect.stringContaining('Groups are nested at most 8 deep') });
  });
});

test('the address of modules enriched in sets of a name opens that query, as the wizard writes it', () => {
  const address = enrichedModulesAddress('microglia');
  const q = new URL(address, 'https://portal.invalid').searchParams.get('q') ?? '';
  const read = decodeQuery(q);
  expect(read).toMatchObject({
    draft: {
      result_type: 'covariation-modules',
      filters: { genesets: { rules: [{ field: 'enrichment', p_below: 0.05, name_contains: 'microglia' }] } },
    },
  });
  expect('draft' in read && wizardAddress(read.draft, { step: 'search_results' })).toBe(address);
});
