/**
 * Sanitizes the HTML of comments with an allow list of marks, lists, links and mentions; everything else is removed or
 * becomes text. Idempotent.
 */
import { MAX_MENTIONS } from '@omicon/domain/records/comments.ts';
import sanitizeHtml from 'sanitize-html';
import { PortalError } from '../../base/errors.ts';

const DEEPEST = 32;
const MAX_BYTES = 64 * 1024;
const MAX_NUMBER = 2_147_483_647;

const ALLOWED_TAGS = [
  ...['p', 'br', 'strong', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'span'],
] as const;
const LINK_PROTOCOLS: readonly string[] = ['http:', 'https:', 'mailto:'];

/** Elements whose content is no message text, or is parsed by browsers with rules of their own. */
const WITHOUT_CONTENT = [
  ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'iframe', 'noembed', 'noframes', 'title'],
  ...['template', 'plaintext', 'svg', 'math', 'select', 'object'],
];

/** Not an allowed tag: the sanitizer keeps only the content of an element renamed to this. */
const NO_TAG = { tagName: '', attribs: {} };

/** The URL as a browser resolves it; only with an allowed protocol and without credentials that disguise the host. */
function addressOf(href: string | undefined): string | null {
  const url = href === undefined ? null : URL.parse(href);
  if (!url || !LINK_PROTOCOLS.includes(url.protocol)) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}

function cleanLink(_name: string, attribs: Record<string, string>) {
  const href = addressOf(attribs.href);
  if (href === null) return NO_TAG;
  return { tagName: 'a', attribs: { href, rel: 'noopener noreferrer nofollow', target: '_blank' } };
}

function cleanMention(_name: string, attribs: Record<string, string>) {
  const isMention =
    attribs['data-type'] === 'mention' || (attribs.class ?? '').split(/\s+/).includes('mention');
  const id = /^[1-9][0-9]{0,9}$/.test(attribs['data-id'] ?? '') ? Number(attribs['data-id']) : 0;
  if (!isMention || id === 0 || id > MAX_NUMBER) return NO_TAG;
  return {
    tagName: 'span',
    attribs: {
      class: 'mention',
      'data-type': 'mention',
      'data-id': String(id),
      'data-label': attribs['data-label'] ?? '',
    },
  };
}

/** Throws during parsing, so that a deeply nested message costs nothing. */
function depthGuard() {
  let depth = 0;
  return {
    onOpenTag: () => {
      depth += 1;
      if (depth > DEEPEST)
        refuse(`Lists and quotes in a comment can be nested at most ${DEEPEST} levels deep.`);
    },
    onCloseTag: () => {
      depth -= 1;
    },
  };
}

function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...ALLOWED_TAGS],
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      span: ['class', 'data-type', 'data-id', 'data-label'],
    },
    allowedSchemes: LINK_PROTOCOLS.map((protocol) => protocol.slice(0, -1)),
    allowProtocolRelative: false,
    nonTextTags: WITHOUT_CONTENT,
    transformTags: { b: 'strong', i: 'em', a: cleanLink, span: cleanMention },
    ...depthGuard(),
  });
}

const MAX_ROUNDS = 8;

/**
 * Sanitizes until nothing changes: removing an element joins the text around it, and a paragraph inside a paragraph
 * ends the outer one, so one pass may create new markup.
 */
function settle(html: string): string {
  let settled = html;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = sanitize(settled).trim();
    if (next === settled) return settled;
    refuseLong(next);
    settled = next;
  }
  refuse('The comment could not be read. Please write it in a simpler form.');
}

interface Token {
  /** a tag as written, or text with its entities */
  raw: string;
  /** tag name, empty for text */
  name: string;
  isEnd: boolean;
}

/** Tokens of sanitized HTML, in which every `<` and `>` outside a tag is an entity, also in attributes. */
function tokensOf(clean: string): Token[] {
  return Array.from(clean.matchAll(/<(\/?)([a-z]+)[^>]*>|[^<]+/g), ([raw, slash, name]) => ({
    raw,
    name: name ?? '',
    isEnd: slash === '/',
  }));
}

function mentionOf({ name, isEnd, raw }: Token): number | null {
  if (name !== 'span' || isEnd) return null;
  return Number(/ data-id="([0-9]+)"/.exec(raw)?.[1] ?? 0);
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function encode(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function writeMention(id: number, name: string): string {
  const attributes = `class="mention" data-type="mention" data-id="${id}" data-label="${encode(name)}"`;
  // The sanitizer does not escape quotation marks in text.
  return `<span ${attributes}>@${encode(name).replaceAll('&quot;', '"')}</span>`;
}

/**
 * Replaces the content of each mention by the person's name; mentions of people not in `names` keep only their content.
 * @param names of people who may be mentioned, by their id
 */
function rewriteMentions(tokens: readonly Token[], names: ReadonlyMap<number, string>): string {
  let written = '';
  /** for each open span, whether it was written as a mention */
  const open: boolean[] = [];
  for (const token of tokens) {
    const isInside = open.includes(true);
    const id = mentionOf(token);
    if (id !== null) {
      const name = isInside ? undefined : names.get(id);
      open.push(name !== undefined);
      if (name !== undefined) written += writeMention(id, name);
    } else if (token.name === 'span') open.pop();
    else if (!isInside) written += token.raw;
  }
  return written;
}

const BLOCKS: readonly string[] = ['p', 'pre', 'blockquote', 'ul', 'ol', 'li'];

/** The text without markup; blocks and line breaks start new lines. */
function toPlainText(clean: string): string {
  let text = '';
  for (const { raw, name, isEnd } of tokensOf(clean)) {
    if (name === '') text += decode(raw);
    else if (name === 'br' || (isEnd && BLOCKS.includes(name) && !text.endsWith('\n'))) text += '\n';
  }
  // No regular expression: one for trailing line breaks backtracks at every line break.
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** Whether the text has no visible character. */
function isBlank(text: string): boolean {
  return /^[\s\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]*$/u.test(text);
}

/** A sanitized message whose mentions are not checked yet. */
export interface DraftMessage {
  /** people mentioned in it, once each */
  mentioned: number[];
  /** the message to store, with mentions of the people in `names` only */
  finish(names: ReadonlyMap<number, string>): { message: string; plain_text: string };
}

function refuseMany(count: number): void {
  if (count > MAX_MENTIONS) refuse(`A comment can mention ${MAX_MENTIONS} people.`);
}

function refuse(sentence: string): never {
  throw new PortalError('invalid_input', sentence, { fields: { message: sentence } });
}

function refuseLong(message: string): void {
  if (Buffer.byteLength(message) > MAX_BYTES) refuse(`Maximum length is ${MAX_BYTES}`);
}

/**
 * Sanitizes and checks a message.
 * @param besides people to mention who are not in the text
 * @throws PortalError 400 if it is nested too deeply, too long, empty or mentions too many people
 */
export function readMessage(html: string, besides: readonly number[] = []): DraftMessage {
  const clean = sanitize(html);
  refuseLong(clean);
  const tokens = tokensOf(clean);
  const spans = tokens.map(mentionOf).filter((id) => id !== null);
  const people = [...spans, ...besides].filter((id) => id >= 1 && id <= MAX_NUMBER);
  const mentioned = [...new Set(people)];
  refuseMany(Math.max(spans.length, mentioned.length));
  return {
    mentioned,
    finish(names) {
      const message = settle(rewriteMentions(tokens, names).trim());
      const plain_text = toPlainText(message);
      if (isBlank(plain_text)) refuse('Enter comment');
      return { message, plain_text };
    },
  };
}
