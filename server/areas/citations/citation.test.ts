/** Citations read back by the library as they were written, whatever a title holds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CitedItem, citationOf } from './citation.ts';
import { Cite } from './citation-js.ts';

const TODAY = new Date('2026-11-30T23:59:00Z');
const ITEM: CitedItem = {
  id: 'OM.DS.10.V2',
  title: 'Doe 2026 RNA-seq EXT',
  kind: 'Data set',
  author: 'Jane Doe',
  issued: new Date('2025-02-03T00:00:00Z'),
  version: 2,
  address: 'https://omicon.example.org/home/collections/data-sets/10?versions=2',
  doi: '10.5555/abc_1',
  notes: ['PubMed 16530701.', 'License: CC BY 4.0.'],
};

test('a citation names owner, title, version, Omicon ID, portal, address and day', () => {
  expect(citationOf(ITEM, TODAY).text).toBe(
    'Jane Doe. Doe 2026 RNA-seq EXT (version 2) [Data set OM.DS.10.V2]. Omicon, omicon.example.org, 2025. https://doi.org/10.5555/abc_1. https://omicon.example.org/home/collections/data-sets/10?versions=2. Accessed 30 November 2026. PubMed 16530701. License: CC BY 4.0.',
  );
});

test('a list that is computed has neither owner nor version', () => {
  const { text, csl, bibtex } = citationOf(
    { ...ITEM, author: null, version: null, doi: null, notes: [] },
    TODAY,
  );
  expect(text).toMatch(/^Doe 2026 RNA-seq EXT \[Data set/);
  expect(Object.keys(csl)).not.toEqual(expect.arrayContaining(['author']));
  expect(bibtex).not.toContain('author');
});

/** Titles with what LaTeX, RIS and reference managers give a meaning. */
const MARKS = [
  '&',
  '%',
  '$',
  '#',
  '_',
  '{',
  '}',
  '~',
  '^',
  '\\',
  '"',
  "'",
  '`',
  ',',
  ';',
  ':',
  '=',
  '@',
  '--',
  '/',
];
const LETTERS = ['é', 'ü', 'ß', 'ø', 'α', 'β', 'µ', 'ł', 'č', '∆', '√', '−', '–', '“', '”', '中', '文', '😀'];
const WORDS = [
  'TCGA',
  'GBM',
  'TY  -',
  'ER  - ',
  'title',
  'de',
  'van der',
  'HOXA-AS2',
  '5-hydroxy',
  'p53',
  'x < y',
  '>2',
];
const aTitle = fc
  .array(fc.constantFrom(...MARKS, ...LETTERS, ...WORDS), { minLength: 1, maxLength: 9 })
  .chain((parts) => fc.constantFrom(' ', '').map((between) => parts.join(between).trim()))
  .filter((title) => /[\p{L}\p{N}]/u.test(title));

const plain = (value: unknown) => String(value).normalize('NFKC').replace(/\s+/g, ' ').trim();

test('500 awkward titles and owners are read back from BibTeX and RIS', () => {
  fc.assert(
    fc.property(
      aTitle,
      fc.constantFrom('Jane Doe', 'Müller & Sons', 'Ann de la Cruz 100%', 'x_y'),
      (title, author) => {
        const { bibtex, ris, csl } = citationOf({ ...ITEM, title, author }, TODAY);
        for (const [form, text] of Object.entries({ bibtex, ris })) {
          const [read] = new Cite(text).data;
          expect(plain(read?.title), `${form}: ${text}`).toBe(plain(csl.title));
          const [name] = (read?.author ?? []) as { literal?: string; family?: string }[];
          expect(plain(name?.literal ?? name?.family), form).toBe(plain(author));
          expect([read?.URL, read?.DOI ?? ITEM.doi], form).toEqual([ITEM.address, ITEM.doi]);
          expect(read?.issued, form).toEqual({ 'date-parts': [[2025, 2, 3]] });
        }
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});
