import { expect, test } from 'vitest';
import { withPreview } from './preview-address.ts';

const at = (pathname: string, searchStr = '') => ({ pathname, searchStr });

test('a list keeps its page, order and filter while a file is open', () => {
  const list = at('/home/data-listing', '?page=3&sort=owner&search=kME');
  const opened = withPreview(list, 'file', '12/kME_table.csv');
  expect(opened).toBe('/home/data-listing?page=3&sort=owner&search=kME&file=12%2FkME_table.csv');
  const [pathname = '', query] = opened.split('?');
  expect(withPreview(at(pathname, `?${query}`), 'file', null)).toBe(
    '/home/data-listing?page=3&sort=owner&search=kME',
  );
});

test('another file opens at its beginning, without the comments of the first', () => {
  const first =
    '?file=12%2Fa.pdf&file_page=4&row=100&column=5&comment=9&file_folder_name=a.pdf&entity_type=ds&entity_id=3';
  expect(withPreview(at('/home/recent-files', first), 'file', '13/b.csv')).toBe(
    '/home/recent-files?file=13%2Fb.csv',
  );
});

test('in a folder the page of the address is the page of the PDF', () => {
  const files = at('/home/collections/data-sets/attributes', '?dsId=4&tab=files&pdf_name=a.pdf&page=2');
  expect(withPreview(files, 'pdf_name', null)).toBe(
    '/home/collections/data-sets/attributes?dsId=4&tab=files',
  );
});
