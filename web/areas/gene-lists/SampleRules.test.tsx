// @vitest-environment jsdom
import { getSearchDefinitions } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { listPossibleValues } from '@omicon/contract/areas/attributes.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { rankingShape } from './ranking/ranking-query.ts';
import { SampleRules } from './SampleRules.tsx';

test('suggested values and the chosen one are told by their labels', async () => {
  const query = rankingShape.parse({ samples: 'chr1p_Mut equal SO:0001743' });
  const { portal, draw, user } = openScreen(<SampleRules query={query} onChange={() => undefined} />);
  const none = {
    collection: [],
    dataset: [],
    sample: [],
    analyses: [],
    networks: [],
    modules: [],
    genesets: [],
  };
  portal.replies(getSearchDefinitions, { result_types: [], sections: none, identifiers: [], flags: [] });
  portal.replies(listPossibleValues, {
    results: [
      { value: 'SO:0001743', label: 'copy number loss', records: 30 },
      { value: 'SO:0001742', label: 'copy number gain', records: 4 },
    ],
    total: 2,
  });
  draw();
  const value = screen.getByRole('combobox', { name: 'Value of rule 1' });
  expect(await screen.findByText('copy number loss', { selector: '[id$=-description]' })).toBeDefined();
  expect(value).toHaveProperty('value', 'SO:0001743');
  await user.click(value);
  await user.click(await screen.findByRole('option', { name: /copy number gain/ }));
  expect(value).toHaveProperty('value', 'SO:0001742');
});
