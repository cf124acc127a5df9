import createPurifier from 'dompurify';
import { cutEnd } from '../../../ui/text/format.ts';

/** What the server keeps of a message; it is asked for again here, so that nothing else is ever drawn. */
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

/** Only mentions keep a class and their person; links open a page of their own that learns nothing of this one. */
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

/** A stored message as nodes to be shown. */
export function cleanMessage(message: string): DocumentFragment {
  if (purifier === null) {
    purifier = createPurifier(window);
    purifier.addHook('afterSanitizeAttributes', settleAttributes);
  }
  return purifier.sanitize(message, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'class', ...OF_MENTION],
    // They hold no addresses.
    ADD_URI_SAFE_ATTR: OF_MENTION,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: LINK,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** The beginning of a message without markup, to name it. */
export function excerptOf(message: string, most = 60): string {
  const text = (cleanMessage(message).textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  return cutEnd(text, most);
}
