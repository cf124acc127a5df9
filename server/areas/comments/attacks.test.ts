/** Attacks and unusual text sent to the API, read back and parsed by a real browser (SEC-30, SEC-31). */
import { createComment, getComment, listFileComments } from '@omicon/contract/areas/comments.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AWKWARD_STRINGS } from '../../test-support/attacks/awkward-strings.ts';
import { HTML_ATTACKS } from '../../test-support/attacks/html-attacks.ts';
import { canBrowse, openTestBrowser } from '../../test-support/chromium.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let browser: Browser;
let open: LaboratoryNumbers;
let as: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  open = await aLaboratory(portal, { visibility: 'public' });
  as = await portal.signInAs('RU');
  browser = await openTestBrowser();
});
afterAll(async () => {
  await browser.close();
  await portal.close();
});

async function send(message: string) {
  const body = { entity_type: 'dc', entity_id: open.collection, message, comment_page_url: '/home' } as const;
  return portal.call(createComment, { as, body });
}

interface Read {
  /** namespace, name and attributes of every element, each once */
  nodes: string[];
  /** text of each message */
  texts: string[];
}

/** Runs in the browser: parses the messages and shows them, to trigger scripts and loads that need rendering. */
const READ = `(messages) => {
  // Attacks may shadow properties of the document by named elements.
  const shown = document.body;
  const nodes = new Set();
  const texts = messages.map((message) => {
    const { body, head } = new DOMParser().parseFromString('<body>' + message, 'text/html');
    for (const element of [...head.querySelectorAll('*'), ...body.querySelectorAll('*')]) {
      const attributes = element.getAttributeNames().map((name) =>
        name === 'href' ? 'href ' + (URL.parse(element.getAttribute('href'))?.protocol ?? 'inside') : name);
      nodes.add([element.namespaceURI.split('/').pop(), element.localName, ...attributes].join(' '));
    }
    return body.textContent;
  });
  for (const message of messages) shown.insertAdjacentHTML('beforeend', message);
  return { nodes: [...nodes], texts };
}`;

async function readInBrowser(messages: readonly string[]) {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const read = await page.evaluate<Read>(`(${READ})(${JSON.stringify(messages)})`);
  // Error events of failed loads arrive in later tasks.
  await page.waitForTimeout(500);
  const attacked = await page.evaluate<boolean>("'attacked' in window");
  await page.close();
  return { ...read, attacked, requests };
}

const PLAIN = ['p', 'br', 'strong', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li'];
const ALLOWED = [
  ...PLAIN.map((name) => `xhtml ${name}`),
  ...['http:', 'https:', 'mailto:'].map((protocol) => `xhtml a href ${protocol} rel target`),
  'xhtml span class data-type data-id data-label',
];

test.skipIf(!canBrowse)(
  'of every attack only what the allow list knows is stored; a browser runs and loads nothing of it',
  async () => {
    const stored: string[] = [];
    const refused: string[] = [];
    for (const attack of HTML_ATTACKS) {
      const answer = await send(`<p>IDH1</p>${attack}`);
      if (answer.status === 201) stored.push(answer.reply.message);
      else refused.push(`${answer.status} ${answer.refusal.detail}`);
    }
    expect(stored.length).toBeGreaterThanOrEqual(300);
    expect(new Set(refused)).toEqual(
      new Set(['400 Lists and quotes in a comment can be nested at most 32 levels deep.']),
    );
    const { rows } = await portal.pool.query<{ message: string }>('select message from comment order by id');
    expect(rows.map(({ message }) => message)).toEqual(stored);
    const read = await readInBrowser(stored);
    expect(read.nodes.filter((node) => !ALLOWED.includes(node))).toEqual([]);
    expect({ attacked: read.attacked, requests: read.requests }).toEqual({ attacked: false, requests: [] });
  },
  120_000,
);

test.skipIf(!canBrowse)(
  'the same attacks do run if unsanitized, so the test would notice a leak',
  async () => {
    const read = await readInBrowser(HTML_ATTACKS.filter((attack) => attack.length < 500));
    expect(read.attacked).toBe(true);
    expect(read.requests.length).toBeGreaterThan(10);
  },
  120_000,
);

test.skipIf(!canBrowse)(
  'every awkward string comes back as it was written, and a browser shows it so',
  async () => {
    const [first] = AWKWARD_STRINGS;
    expect(first).toBeDefined();
    const sent = AWKWARD_STRINGS.map((text) => `.${text}.`);
    const messages: string[] = [];
    for (const text of sent) {
      const written = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const { id } = (await send(`<p>${written}</p>`)).reply;
      messages.push((await portal.call(getComment, { as, params: { id } })).reply.comment.message);
    }
    const { texts } = await readInBrowser(messages);
    // Browsers normalize carriage returns to line feeds.
    expect(texts).toEqual(sent.map((text) => text.replaceAll(/\r\n?/g, '\n')));
    const list = await portal.call(listFileComments, {
      as,
      params: { id: open.collection },
      query: { limit: 1 },
    });
    expect(list.reply.comments[0]?.message).toBe(messages.at(-1));
  },
  120_000,
);
