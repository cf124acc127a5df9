/** Checks XML of strangers by its bytes, before a parser reads it. */

/** Browsers parse 256 levels of XML; nested tables take four each. */
const MAX_LEVELS = 250;

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SPACE = 0x20;
const LONGEST_WORD = 40;

/** ASCII letters are the same in all encodings that XML parsers detect, except for zero bytes between them. */
function definesEntities(bytes: Buffer, at: number): boolean {
  const word = bytes.toString('latin1', at, at + LONGEST_WORD).replaceAll('\0', '');
  return word.startsWith('<!DOCTYPE') || word.startsWith('<!ENTITY');
}

function nextByte(bytes: Buffer, at: number): number {
  let next = at;
  while (next < bytes.length && bytes[next] === 0) next += 1;
  return next;
}

/** Where a tag ends, and whether it closes itself. A `<` is no part of a tag, so that the next one begins there. */
function tagEnd(bytes: Buffer, start: number): { end: number; isEmpty: boolean } | null {
  let quote = 0;
  let last = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) continue;
    if (byte === LESS) return null;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    else if (byte === GREATER) return { end: at, isEmpty: last === SLASH };
    last = byte;
  }
  return null;
}

/** What no office file has; null if it has neither definitions of entities nor more than 250 levels of elements. */
export function markupFault(bytes: Buffer): 'entities' | 'nested' | null {
  let level = 0;
  for (let at = bytes.indexOf(LESS); at >= 0; at = bytes.indexOf(LESS, at + 1)) {
    const next = nextByte(bytes, at + 1);
    const first = bytes[next] ?? 0;
    if (first === EXCLAMATION && definesEntities(bytes, at)) return 'entities';
    if (first === EXCLAMATION || first === QUESTION || first === GREATER || first <= SPACE) continue;
    const tag = tagEnd(bytes, next);
    if (tag === null) continue;
    if (first === SLASH) level -= 1;
    else if (!tag.isEmpty) level += 1;
    if (level > MAX_LEVELS) return 'nested';
    at = tag.end;
  }
  return null;
}
