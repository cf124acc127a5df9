/** Sanitizing messages: what is kept, what is removed, who is mentioned; idempotence. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AWKWARD_STRINGS } from '../../test-support/attacks/awkward-strings.ts';
import { HTML_ATTACKS } from '../../test-support/attacks/html-attacks.ts';
import { readMessage } from './clean-message.ts';

const NAMES = new Map([
  [1, 'Ada Lindqvist'],
  [2, '"><img src=x onerror=alert(1)> & co'],
]);

function clean(html: string, names: ReadonlyMap<number, string> = NAMES): string {
  return readMessage(html).finish(names).message;
}

const LINK = 'rel="noopener noreferrer nofollow" target="_blank"';
const ADA =
  '<span class="mention" data-type="mention" data-id="1" data-label="Ada Lindqvist">@Ada Lindqvist</span>';

describe('in a message', () => {
  test.each([
    ['<p>a<br>b</p>', '<p>a<br />b</p>'],
    ['<b>a</b><i>b</i><u>c</u><s>d</s>', '<strong>a</strong><em>b</em><u>c</u><s>d</s>'],
    ['<pre><code>x &lt; y</code></pre>', '<pre><code>x &lt; y</code></pre>'],
    [
      '<blockquote><ul><li>a<li>b</ul><ol><li>c</ol></blockquote>',
      '<blockquote><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol></blockquote>',
    ],
    ['<a href="https://a.test/?x=1&y=2">a</a>', `<a href="https://a.test/?x=1&amp;y=2" ${LINK}>a</a>`],
    ['<a href="mailto:ada@lab.test" class=x onclick=y>a</a>', `<a href="mailto:ada@lab.test" ${LINK}>a</a>`],
    ['<h1>a</h1><div>b</div><x-y>c</x-y>', 'abc'],
    ['<p class="x" id="y" style="z" lang="en">a</p>', '<p>a</p>'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['<a href="/home">a</a><a href="javascript:x">b</a><a>c</a><a href="https://u:p@h.test">d</a>', 'abcd'],
  ])('%s stays %s', (html, kept) => {
    expect(clean(html)).toBe(kept);
  });

  test('a mention keeps its span and gets the current name of the person', () => {
    const spans = [
      '<span class="mention" data-type="mention" data-id="1" data-label="Ada">@Ada</span>',
      '<span data-type="mention" data-id="1"></span>',
      '<span class="mention x" data-id="1" onclick=x><b>@Somebody</b> <a href="https://a.test">else</a></span>',
      `<span class="mention" data-type="mention" data-id="1">${ADA}</span>`,
    ];
    for (const span of spans) expect(clean(span)).toBe(ADA);
    const strange = clean('<span class=mention data-id=2></span>');
    expect(strange).not.toContain('<img');
    expect(readMessage(strange).finish(NAMES).plain_text).toBe(`@${NAMES.get(2)}`);
  });

  test('a mention of nobody, or of a person who may not read it, becomes plain text', () => {
    for (const id of ['3', '0', '-1', '1.5', '01', '99999999999', 'x', '', '1 '])
      expect(clean(`<span class="mention" data-type="mention" data-id="${id}">@<b>x</b></span>`), id).toBe(
        '@<strong>x</strong>',
      );
    expect(clean('<span data-id="1">x</span>')).toBe('x');
  });

  test('the plain text has one line for each block', () => {
    const text = (html: string) => readMessage(html).finish(NAMES).plain_text;
    expect(text('<p>a &amp; b<br>c</p><ul><li>d</li><li><p>e</p></li></ul><p></p><p>f</p>')).toBe(
      'a & b\nc\nd\ne\nf',
    );
    expect(text(`<p>${ADA} &lt;b&gt; &amp;lt;</p>`)).toBe('@Ada Lindqvist <b> &lt;');
  });

  test('people count as mentioned once, in the text or in the list of mentions', () => {
    const draft = readMessage(
      '<p><span class=mention data-id=7></span><span class=mention data-id=7></span></p>',
      [7, 8, 8, -1, 0, 3_000_000_000],
    );
    expect(draft.mentioned).toEqual([7, 8]);
  });
});

describe('a message is refused for', () => {
  test('nesting deeper than 32, but not for less', () => {
    const deep = (levels: number) => `${'<blockquote>'.repeat(levels)}x${'</blockquote>'.repeat(levels)}`;
    expect(clean(deep(32))).toBe(deep(32));
    for (const html of [deep(33), '<div>'.repeat(500), '<b>'.repeat(20_000)])
      expect(() => readMessage(html)).toThrow('32 levels');
  });

  test('mentions of more than 50 people', () => {
    const many = Array.from({ length: 51 }, (_, at) => at + 1);
    expect(readMessage('x', many.slice(1)).mentioned).toHaveLength(50);
    expect(() => readMessage('x', many)).toThrow('50 people');
    expect(() => readMessage('<span class=mention data-id=1></span>'.repeat(51))).toThrow('50 people');
  });

  test('a length of more than 64 KiB after sanitizing', () => {
    expect(() => clean('<'.repeat(20_000))).toThrow('Maximum length is 65536');
  });

  test('having no visible text', () => {
    for (const html of ['<p> </p>', '&nbsp;&#x200b;', '<svg>x</svg>', '<style>x</style>', '\u2800\u3164'])
      expect(() => clean(html), html).toThrow('Enter comment');
  });
});

test('every unusual string is kept as text', () => {
  for (const text of AWKWARD_STRINGS) {
    const written = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const stored = readMessage(`<p>.${written}.</p>`).finish(NAMES);
    expect(stored.plain_text).toBe(`.${text}.`);
    expect(stored.message).toBe(`<p>.${written}.</p>`);
  }
  expect(AWKWARD_STRINGS.length).toBeGreaterThanOrEqual(575);
});

/** Fragments of markup to combine: whole attacks, opening and closing tags, text. */
const piece = fc.oneof(
  fc.constantFrom(...HTML_ATTACKS.filter((attack) => attack.length < 500)),
  fc.constantFrom(...AWKWARD_STRINGS),
  fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<i>',
      '</em>',
      '<ul>',
      '<li>',
      '</ul>',
      '<pre>',
      '</pre>',
      '<br>',
      '</br>',
    ],
    ...[
      '<a href=https://a.test>',
      '</a>',
      '<blockquote>',
      '</blockquote>',
      '<span>',
      '</span>',
      '<table>',
      '<td>',
    ],
    ...[
      '<span class=mention data-id=1>',
      '<span class=mention data-id=9>',
      '<svg>',
      '</svg>',
      '<style>',
      '</style>',
    ],
    ...[
      '<!--',
      '-->',
      '<',
      '>',
      '"',
      "'",
      '&',
      ';',
      '/',
      '=',
      ' ',
      '\n',
      '<noscript>',
      '</noscript>',
      '<!',
      '</',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
);

function cleanOrNull(html: string): string | null {
  try {
    return clean(html);
  } catch {
    // A refusal is valid, too.
    return null;
  }
}

test('sanitizing is idempotent for any input', () => {
  let cleaned = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const once = cleanOrNull(pieces.join(''));
      if (once === null) return;
      cleaned += 1;
      expect(clean(once)).toBe(once);
    }),
    { numRuns: 5000 },
  );
  expect(cleaned).toBeGreaterThan(1000);
});

/** Grammar of stored messages; any other `<` would be a tag that is not allowed. */
const GRAMMAR =
  /^(?:[^<>]|<\/?(?:p|strong|em|u|s|code|pre|blockquote|ul|ol|li)>|<br \/>|<a href="(?:https?:|mailto:)[^"<>]*" rel="noopener noreferrer nofollow" target="_blank">|<\/a>|<span class="mention" data-type="mention" data-id="[1-9][0-9]{0,9}" data-label="[^"<>]*">@[^<>]*<\/span>)*$/;

test('only allowed tags and attributes are stored, for any attack', () => {
  const stored = HTML_ATTACKS.map((attack) => cleanOrNull(`x${attack}`));
  expect(stored.filter((message) => message !== null).length).toBeGreaterThanOrEqual(300);
  expect(stored.filter((message) => message !== null && !GRAMMAR.test(message))).toEqual([]);
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const message = cleanOrNull(pieces.join(''));
      if (message !== null) expect(message).toMatch(GRAMMAR);
    }),
    { numRuns: 5000 },
  );
});
