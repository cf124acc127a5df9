/** Comments in the demo laboratory: their pages, and functions to write them as people and as scripts do. */
import { openDatabase, sql } from '@omicon/server/base/postgres/database.ts';
import { embeddedUrl } from '@omicon/server/base/postgres/embedded-postgres.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type DemoRecords, findRecords } from '../browser/addresses.ts';
import { closeVisitors, openVisitor, shareBrowser, signIn, type Visitor } from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { type Caller, type Portal, signInByToken, untilDemo } from '../harness/portal.ts';

export const NAMES = { demo_lab: 'Lena Okafor', demo_lab2: 'Bruno Castell', demo_ru: 'Rosa Unger' } as const;

const WRITERS = ['demo_admin', 'demo_lab', 'demo_lab2', 'demo_ru', 'demo_reviewer'] as const;

interface Laboratory {
  portal: Portal;
  browser: Browser;
  records: DemoRecords;
  callers: Record<(typeof WRITERS)[number], Caller>;
}

/** The complete demo laboratory, a browser, and a script for each person who comments. */
async function openLaboratory(): Promise<Laboratory> {
  const portal = await startLaboratory('demo');
  const browser = await shareBrowser();
  const signedIn: [string, Caller][] = [];
  for (const name of WRITERS) signedIn.push([name, await signInByToken(portal.address, name)]);
  const callers = Object.fromEntries(signedIn) as Laboratory['callers'];
  await untilDemo(callers.demo_admin);
  return { portal, browser, records: await findRecords(callers.demo_admin), callers };
}

export interface Stored {
  id: number;
  message: string;
  level: number;
  visibility: string;
  mentioned_users: number[];
  comment_page_url: string;
  covariation_module_id: number | null;
}

const COLLECTION = '/home/collections/data-collections/attributes';

async function stored(answer: Response): Promise<Stored> {
  if (!answer.ok) throw new Error(`Not written: ${await answer.text()}`);
  return (await answer.json()) as Stored;
}

/** The article of the comment with this text, not of one that has it in a reply. */
export function commentOf(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

export const beginIn = (page: Page) => page.getByRole('button', { name: /^Join the discussion\.\.\./ });

/** The editor of a new comment, or another one, once it has the focus. */
export async function writingIn(page: Page, name: string | RegExp = 'New comment'): Promise<Locator> {
  const text = page.getByRole('textbox', { name });
  await text.and(page.locator(':focus')).waitFor();
  return text;
}

export async function newestComment(caller: Caller, recordId: number, path = ''): Promise<Stored> {
  const query = new URLSearchParams({ limit: '1', file_folder_name: path });
  const reply = await caller.get(`/api/file-comments/${recordId}/?${query}`);
  const { comments } = (await reply.json()) as { comments: Stored[] };
  const [newest] = comments;
  if (newest === undefined) throw new Error('There is no comment.');
  return newest;
}

/** The laboratory for the tests of a file, created before the first and removed after the last. */
export function commentLaboratory() {
  /** Looked up each time, because a test may restart the portal. */
  const demo = {} as Laboratory;
  /** Browsers of the running test, closed after it, since the connections of a person are limited. */
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    Object.assign(demo, await openLaboratory());
  });
  afterEach(async () => {
    for (const { context } of visitors.splice(0)) await context.close();
  });
  afterAll(async () => {
    await closeVisitors();
    await demo.portal?.remove();
  });

  function collectionTab(): string {
    return `${COLLECTION}?dcId=${demo.records.dc}&contentType=collections&from=dsListing&tab=comments`;
  }

  return {
    demo,
    collectionTab,

    /** Writes a comment by script, by default on the data collection. */
    async say(caller: Caller, message: string, more: object = {}): Promise<Stored> {
      const body = {
        entity_type: 'dc',
        entity_id: demo.records.dc,
        message: `<p>${message}</p>`,
        comment_page_url: collectionTab(),
        ...more,
      };
      return stored(await caller.send('POST', '/api/comment/create/', body));
    },

    async answer(caller: Caller, to: Stored, message: string, more: object = {}): Promise<Stored> {
      const body = {
        comment: to.id,
        message: `<p>${message}</p>`,
        comment_page_url: collectionTab(),
        ...more,
      };
      return stored(await caller.send('POST', '/api/reply/create/', body));
    },

    async visit(username: string): Promise<Visitor> {
      const { browser, portal } = demo;
      const visitor = await openVisitor(browser, portal.address);
      visitors.push(visitor);
      await signIn(visitor, username);
      return visitor;
    },

    /** A person's notification rows about a comment. */
    async countNotifications(username: string, commentId: number): Promise<number> {
      const { db, close } = openDatabase(embeddedUrl(demo.portal.dataDir), { connections: 1 });
      try {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from notification n join person p on p.id = n.person_id
           where p.username = ${username} and n.kind = 'mention' and n.subject = ${`comment ${commentId}`}`.execute(
          db,
        );
        return rows[0]?.n ?? 0;
      } finally {
        await close();
      }
    },
  };
}
