/** Structure of the guide: topics of plain text with steps, tables, code and pictures. */

import { QUICK_START } from '@omicon/contract/base/quick-start.ts';

export type Block =
  | string
  | { kind: 'steps'; steps: readonly string[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  /** `{origin}` is replaced by the address of this portal */
  | { kind: 'code'; code: string }
  /** a first script with a token, in a choice of languages */
  | { kind: 'quick start' }
  | { kind: 'picture'; name: PictureName; says: string }
  | { kind: 'keys' };

/** Pictures of the running product, taken by `npm run pictures`. */
export const PICTURES = [
  'landing',
  'collections',
  'treemap',
  'lineage',
  'networks',
  'traits',
  'module',
  'preview',
  'search',
  'tokens',
  'comments',
  'feedback',
] as const;
export type PictureName = (typeof PICTURES)[number];

export interface Topic {
  /** fragment of the address, after `#` */
  id: string;
  title: string;
  blocks: readonly Block[];
  /** links to related screens */
  links?: readonly { title: string; href: string }[];
}

function textOfBlock(block: Block): string {
  if (typeof block === 'string') return block;
  if (block.kind === 'steps') return block.steps.join(' ');
  if (block.kind === 'list') return block.items.join(' ');
  if (block.kind === 'table') return [block.head, ...block.rows].flat().join(' ');
  if (block.kind === 'code') return block.code;
  if (block.kind === 'quick start') return Object.entries(QUICK_START).flat().join(' ');
  return block.kind === 'picture' ? block.says : '';
}

/** The words of a search; a topic matches if it contains all of them. */
export function wordsOf(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Topics that contain all words in title or text, in order; all topics if there are no words. */
export function findTopics(topics: readonly Topic[], words: readonly string[]): readonly Topic[] {
  return topics.filter(({ title, blocks }) => {
    const text = [title, ...blocks.map(textOfBlock)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface Piece {
  text: string;
  isHit: boolean;
}

/** Splits a text at the matches of the search words, ignoring case; the parts together are the text. */
export function cutAtWords(text: string, words: readonly string[]): readonly Piece[] {
  const lower = text.toLowerCase();
  // Letters whose length changes in lower case would shift all later offsets.
  if (words.length === 0 || lower.length !== text.length) return [{ text, isHit: false }];
  const isHit = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
      isHit.fill(1, at, at + word.length);
  }
  const pieces: Piece[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && isHit[at] === isHit[start]) continue;
    pieces.push({ text: text.slice(start, at), isHit: isHit[start] === 1 });
    start = at;
  }
  return pieces;
}
