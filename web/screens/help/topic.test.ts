import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cutAtWords, findTopics, PICTURES, wordsOf } from './topic.ts';
import { TOPICS } from './topics.ts';

const FOLDER = path.join(import.meta.dirname, 'pictures');
const MAX_BYTES = 80 * 1024;

test('the guide has twelve to twenty-one topics, each with its own address', () => {
  const ids = TOPICS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(12);
  expect(ids.length).toBeLessThanOrEqual(21);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]*$/);
});

test.each(PICTURES)('the picture %s exists, is small, and is shown in a topic', (name) => {
  const file = path.join(FOLDER, `${name}.webp`);
  expect(existsSync(file)).toBe(true);
  expect(statSync(file).size).toBeLessThanOrEqual(MAX_BYTES);
  const shown = TOPICS.flatMap(({ blocks }) => blocks).filter(
    (block) => typeof block === 'object' && block.kind === 'picture' && block.name === name,
  );
  expect(shown).toHaveLength(1);
});

test.each([
  ['', TOPICS.length],
  ['curl', 1],
  ['CURL token', 1],
  ['xylophone', 0],
])('the search %j finds %i topics', (search, count) => {
  expect(findTopics(TOPICS, wordsOf(search))).toHaveLength(count);
});

test.each([
  ['A Treemap shows', ['tree'], ['A ', '[Tree]', 'map shows']],
  ['aaa', ['aa'], ['[aaa]']],
  ['lab labs', ['lab'], ['[lab]', ' ', '[lab]', 's']],
  ['none here', ['x'], ['none here']],
  ['', ['x'], []],
  ['İstanbul tokens', ['tokens'], ['İstanbul tokens']],
])('%j is split at %j', (text, words, expected) => {
  const pieces = cutAtWords(text, words);
  expect(
    pieces.map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text)).filter((each) => each !== ''),
  ).toEqual(expected);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});
