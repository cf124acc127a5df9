/** The JSON of a large value in pieces, so that no step of writing it takes long. */

/** Characters of a piece, roughly; a short value is one piece. */
const PIECE = 64 * 1024;

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Like `JSON.stringify`, in parts: of an array as many elements at once as make about half a piece. */
function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (let from = 0, atOnce = 1; from < value.length; ) {
      const text = JSON.stringify(value.slice(from, from + atOnce)).slice(1, -1);
      yield from === 0 ? text : `,${text}`;
      from += atOnce;
      atOnce = text.length < PIECE / 4 ? 2 * atOnce : Math.ceil(atOnce / 2);
    }
    yield ']';
  } else if (isPlainObject(value) && !('toJSON' in value)) {
    let separator = '{';
    for (const [key, inner] of Object.entries(value)) {
      if (inner === undefined || typeof inner === 'function' || typeof inner === 'symbol') continue;
      yield `${separator}${JSON.stringify(key)}:`;
      yield* partsOf(inner);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  } else yield JSON.stringify(value);
}

/**
 * Pieces which, joined, are `JSON.stringify(value)`.
 * @param value plain data, not undefined
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = '';
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
