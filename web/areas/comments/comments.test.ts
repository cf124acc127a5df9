import { afterEach, describe, expect, test } from 'vitest';
import { deleteDraft, findDraft, saveDraft } from './editor/drafts.ts';
import { matchesName } from './editor/matches-name.ts';
import { trimMessage } from './editor/message-text.ts';
import { withComment } from './thread.ts';

describe('a mention', () => {
  const person = { name: 'Anna Maria de la Cruz', first_name: 'Anna Maria', last_name: 'de la Cruz' };

  test.each(['', 'a', 'anna', 'ANNA MARIA', 'de la', 'De La Cruz', 'anna maria de', ' anna '])(
    'finds a person by the beginning of a name: “%s”',
    (query) => expect(matchesName(person, query)).toBe(true),
  );

  test.each(['maria', 'cruz', 'annabel', 'anna maria x'])('does not find them by “%s”', (query) =>
    expect(matchesName(person, query)).toBe(false),
  );

  test('finds people without first and last name by their name', () => {
    expect(matchesName({ name: 'Ng', first_name: null, last_name: null }, 'n')).toBe(true);
  });
});

describe('an unsent text', () => {
  const draft = { message: '<p>Modules 3 and 7</p>', visibility: 'lab' } as const;
  afterEach(() => {
    deleteDraft(1, 'new 5 ');
    deleteDraft(2, 'new 5 ');
  });

  test('is kept per person and form until it is sent', () => {
    saveDraft(1, 'new 5 ', draft);
    expect(findDraft(1, 'new 5 ')).toEqual(draft);
    expect(findDraft(1, 'reply 5')).toBeNull();
    deleteDraft(1, 'new 5 ');
    expect(findDraft(1, 'new 5 ')).toBeNull();
  });

  test('is not shown to the next person who signs in on the same page', () => {
    saveDraft(1, 'new 5 ', draft);
    expect(findDraft(2, 'new 5 ')).toBeNull();
  });

  test('is dropped when all of its text is deleted', () => {
    saveDraft(1, 'new 5 ', draft);
    saveDraft(1, 'new 5 ', { message: '', visibility: 'lab' });
    expect(findDraft(1, 'new 5 ')).toBeNull();
  });
});

test('only trailing empty lines are removed from a message', () => {
  expect(trimMessage('<p>a</p><p></p><p>b</p><p></p><p> </p>')).toBe('<p>a</p><p></p><p>b</p>');
  expect(trimMessage('<pre><code>x</code></pre><p><br></p>')).toBe('<pre><code>x</code></pre>');
  expect(trimMessage('<p></p>')).toBe('');
});

test('a link to a comment keeps the other query parameters', () => {
  expect(withComment('/home/recent-files', 12)).toBe('/home/recent-files?comment=12');
  const pdf = '/home/analyses/analysis-data/files?analysisId=7&pdf_name=Modules.pdf&page=3';
  expect(withComment(`${pdf}&comment=4`, 12)).toBe(`${pdf}&comment=12`);
});
