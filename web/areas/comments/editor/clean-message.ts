import createPurifier from 'dompurify';
import { cutEnd } from '../../../ui/text/format.ts';

/** The tags that the server allows in a message, applied again before display as a second defence. */
const TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'span',
];
const OF_MENTION = ['data-type', 'data-id', 'data-label'];
const LINK = /^(?:https?:|mailto:)/i;
const MENTION = 'mention';

let purifier: ReturnType<typeof createPurifier> | null = null;

function isMention(element: Element): boolean {
  return element.tagName === 'SPAN' && element.getAttribute('data-type') === MENTION;
}

/** Only mentions keep a class and a person; links open a new page without opener or referrer. */
function settleAttributes(element: Element): void {
  const isLink = element.tagName === 'A' && LINK.test(element.getAttribute('href') ?? '');
  const isPerson = isMention(element);
  for (const { name } of [...element.attributes]) {
    const isKept = (isLink && name === 'href') || (isPerson && name.startsWith('data-'));
    if (!isKept) element.removeAttribute(name);
  }
  if (isPerson) element.className = MENTION;
  if (isLink) {
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer nofollow');
  }
}

/** A stored message as sanitized DOM nodes. */
export function cleanMessage(message: string): DocumentFragment {
  if (purifier === null) {
    purifier = createPurifier(window);
    purifier.addHook('afterSanitizeAttributes', settleAttributes);
  }
  return purifier.sanitize(message, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'class', ...OF_MENTION],
    // These attributes hold no addresses.
    ADD_URI_SAFE_ATTR: OF_MENTION,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: LINK,
    RETURN_DOM_FRAGMENT: true,
  });
}

export interface Mentioned {
  id: number;
  name: string;
}

/** The people whom a message mentions, each once. */
export function mentionedIn(message: string): Mentioned[] {
  const people = new Map<number, string>();
  for (const element of cleanMessage(message).querySelectorAll(`span[data-type="${MENTION}"]`)) {
    const id = Number(element.getAttribute('data-id'));
    if (Number.isInteger(id) && id > 0) people.set(id, element.getAttribute('data-label') ?? '');
  }
  return [...people].map(([id, name]) => ({ id, name }));
}

/** The first words of a message as plain text, to name it. */
export function excerptOf(message: string, most = 60): string {
  const text = (cleanMessage(message).textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  return cutEnd(text, most);
}
