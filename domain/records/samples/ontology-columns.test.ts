import { expect, test } from 'vitest';
import { holdsTermIds, ontologyOf } from './ontology-columns.ts';

test('columns of names have their ids in another column, columns of ids in themselves', () => {
  expect(ontologyOf('disease')).toEqual({ ontology: 'MONDO', idColumn: 'mondo_id', relations: ['is_a'] });
  expect(ontologyOf('tissue')).toMatchObject({ idColumn: 'uberon_id', relations: ['is_a', 'part_of'] });
  expect(ontologyOf('organism')).toMatchObject({ ontology: 'NCBITAXON' });
  expect(ontologyOf('primary_mondo_id')).toMatchObject({ ontology: 'MONDO', idColumn: 'primary_mondo_id' });
  expect([ontologyOf('sex'), ontologyOf('mondo'), ontologyOf('constructor')]).toEqual([null, null, null]);
});

test('a column of ids is told by its name', () => {
  expect(['mondo_id', 'primary_uberon_id'].every(holdsTermIds)).toBe(true);
  expect(['disease', 'kmondo_id', 'mondo_ids'].some(holdsTermIds)).toBe(false);
});
