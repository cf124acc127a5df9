// @vitest-environment jsdom
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { listPossibleTerms } from '@omicon/contract/areas/attributes.ts';
import type { Rule } from '@omicon/domain/query/query.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { KindsOfTerm } from './KindsOfTerm.tsx';

const DISEASE: QueryField = {
  ...{ field: 'Disease', key: 'disease', label: 'Disease', type: 'string', ontology: 'MONDO' },
  ...{ operators: ['equal', 'contains', 'under'], possibleValues: [] },
  ...{ isAutoComplete: true, IsOntologyId: false },
};
const GLIOMA: Rule = { field: 'Disease', operator: 'contains', value: 'Glioma' };

function open(rule: Rule, field = DISEASE) {
  const onChange = vi.fn<(rule: Rule) => void>();
  const opened = openScreen(<KindsOfTerm rule={rule} field={field} onChange={onChange} />);
  opened.portal.replies(listPossibleTerms, {
    results: [{ term_id: 'MONDO:0021042', name: 'glioma', samples: 411 }],
  });
  opened.draw();
  return { ...opened, onChange };
}

test('a rule that compares text tells how many samples the term and its kinds have, and can include them', async () => {
  const { user, onChange } = open(GLIOMA);
  const note = await screen.findByText(
    /^Contains compares text only; 411 samples are glioma or a kind of it/,
  );
  expect(note).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Include its kinds' }));
  expect(onChange).toHaveBeenCalledWith({ field: 'Disease', operator: 'under', value: 'glioma' });
});

test.each<[string, Rule, QueryField]>([
  ['a text that is no term', { ...GLIOMA, value: 'gli' }, DISEASE],
  ['a rule that includes kinds', { ...GLIOMA, operator: 'under' }, DISEASE],
  ['a field without an ontology', GLIOMA, { ...DISEASE, ontology: null }],
])('nothing is said of %s', async (_, rule, field) => {
  open(rule, field);
  // Longer than a search waits for the next letter.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(screen.queryByText(/compares text only/)).toBeNull();
});
