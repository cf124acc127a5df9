import { expect, test } from 'vitest';
import { markupFault } from './check-markup.ts';

const faultOf = (text: string, encoding: 'utf8' | 'utf16le' = 'utf8') =>
  markupFault(Buffer.from(text, encoding));
const nested = (levels: number) => '<a b="/>">'.repeat(levels) + '</a>'.repeat(levels);

test('250 levels of elements are read, in every encoding', () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    expect(faultOf(nested(250), encoding)).toBeNull();
    expect(faultOf(nested(251), encoding)).toBe('nested');
  }
});

test('elements beside each other are on one level', () => {
  expect(faultOf(`<?xml version="1.0"?><a>${'<b/><c d=">"/><e>1 > 0</e>'.repeat(1000)}</a>`)).toBeNull();
});

test('definitions of entities are met', () => {
  expect(faultOf('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a/>')).toBe('entities');
  expect(faultOf('<!DOCTYPE a>', 'utf16le')).toBe('entities');
  expect(faultOf('<a><!-- a comment --></a>')).toBeNull();
});

test('tags that are never closed are passed in linear time', () => {
  for (const part of ['<a', '<a "', '<!', '</']) expect(faultOf(part.repeat(200_000))).toBeNull();
});
