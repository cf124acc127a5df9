import { describe, expect, test } from 'vitest';
import { panelOfAddress, withFileComments, withoutComments } from './comment-address.ts';

function at(address: string) {
  const [pathname = '', query] = address.split('?');
  return { pathname, searchStr: query === undefined ? '' : `?${query}` };
}

const FILES = '/home/analyses/analysis-data/files?analysisId=7&mainAnalysisId=7';

describe('an address opens the panel of comments', () => {
  test.each([
    [`${FILES}&file_folder_name=Net%2Fa.csv`, { entity_type: 'project', entity_id: 7, path: 'Net/a.csv' }],
    [
      '/home/collections/data-collections/attributes?dcId=3&tab=files&file_folder_name=a.csv',
      { entity_type: 'dc', entity_id: 3, path: 'a.csv' },
    ],
    [
      '/home/collections/data-sets/attributes?dsId=4&tab=files&file_folder_name=a.csv',
      { entity_type: 'ds', entity_id: 4, path: 'a.csv' },
    ],
    [
      '/home/analyses/data-sets/attributes?analysisId=7&dsId=4&file_folder_name=a.csv',
      { entity_type: 'ds', entity_id: 4, path: 'a.csv' },
    ],
    [
      '/home/recent-files?page=2&file_folder_name=a.csv&entity_type=ds&entity_id=4',
      { entity_type: 'ds', entity_id: 4, path: 'a.csv' },
    ],
  ])('%s', (address, file) => {
    expect(panelOfAddress(at(address))).toEqual({ file, comment: null });
  });

  test('for one comment, on any screen', () => {
    expect(panelOfAddress(at('/home/recent-files?comment=12'))).toEqual({ file: null, comment: 12 });
    expect(panelOfAddress(at(`${FILES}&file_folder_name=a.csv&comment=12`))).toEqual({
      file: { entity_type: 'project', entity_id: 7, path: 'a.csv' },
      comment: 12,
    });
  });
});

describe('an address opens no panel', () => {
  test.each([
    ['/home/recent-files'],
    ['/home/recent-files?file_folder_name=a.csv'],
    ['/home/recent-files?comment=0'],
    ['/home/recent-files?comment=twelve'],
    [`${FILES}&file_folder_name=`],
    ['/home/recent-files?file_folder_name=a.csv&entity_type=planet&entity_id=4'],
  ])('without a file or comment: %s', (address) => {
    expect(panelOfAddress(at(address))).toBeNull();
  });

  test.each([
    [`${FILES}&pdf_name=Modules.pdf&page=3&comment=12`],
    ['/home/recent-files?page=2&file=7%2Fa.csv&file_folder_name=a.csv&entity_type=ds&entity_id=4'],
    ['/home/analyses/analysis-data/attributes?analysisId=7&tab=comments&comment=12'],
    ['/home/modules/OM.CM.5?tab=page&comment=12'],
  ])('whose screen shows the comments itself: %s', (address) => {
    expect(panelOfAddress(at(address))).toBeNull();
  });
});

test('closing the panel restores the address', () => {
  const before = '/home/recent-files?page=2&sort=name';
  const file = { entity_type: 'project', entity_id: 7, path: 'Net & co/50%.csv' } as const;
  const open = withFileComments(at(before), file);
  expect(panelOfAddress(at(open))).toEqual({ file, comment: null });
  expect(withoutComments(at(open))).toBe(before);
  expect(withoutComments(at(withFileComments(at('/home/recent-files'), file)))).toBe('/home/recent-files');
});

test('opening the comments on another file replaces the open comment', () => {
  const file = { entity_type: 'ds', entity_id: 4, path: 'b.csv' } as const;
  const open = withFileComments(at('/home/recent-files?comment=12'), file);
  expect(panelOfAddress(at(open))).toEqual({ file, comment: null });
});
