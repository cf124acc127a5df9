/** Socket messages may be lost, duplicated or reordered: listeners still end up with the current data (REL-21). */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSocket } from './shared-socket.ts';

/** The server end of each opened socket, oldest first. */
let opened: FarEnd[];
let stops: (() => void)[];

/** A socket whose server end is controlled by the test. */
class FarEnd extends EventTarget {
  readonly address: string;
  isClosed = false;

  constructor(address: string) {
    super();
    this.address = address;
    opened.push(this);
  }

  accept(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** After the page has closed a socket, it receives no more events. */
  send(text: string): void {
    if (this.isClosed) return;
    this.dispatchEvent(new MessageEvent('message', { data: text }));
  }

  /** Closed by the server, the network or the page. */
  close(code = 1006): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

beforeEach(() => {
  opened = [];
  stops = [];
  vi.stubGlobal('WebSocket', FarEnd);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  for (const stop of stops) stop();
  await settle();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets locks, channels and promises proceed, without advancing the fake time. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function pass(ms: number): Promise<void> {
  await settle();
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

let names = 0;

/** Listens as a page does. @returns the messages received, and a function that stops listening */
function listen(id: string | number): { messages: unknown[]; stop: () => void } {
  const messages: unknown[] = [];
  const stop = watchSocket({
    path: '/sockets/comments/:id',
    id,
    type: 'comments',
    onChange: (message) => messages.push(message),
  });
  stops.push(stop);
  return { messages, stop };
}

function aName(): string {
  names += 1;
  return `record-${names}`;
}

function last(): FarEnd {
  const socket = opened.at(-1);
  if (!socket) throw new Error('No socket was opened.');
  return socket;
}

test('the first opening counts as a change; messages of the given type are reported and no others', async () => {
  const { messages } = listen('dc:7');
  await settle();
  expect(opened.map(({ address }) => address)).toEqual(['/sockets/comments/dc%3A7']);
  last().accept();
  last().send('{"type":"comments","version":3}');
  for (const text of ['{"type":"news"}', 'no JSON', '', 'null', '7', '[]', '{"version":3}'])
    last().send(text);
  expect(messages).toEqual([null, { type: 'comments', version: 3 }]);
});

test('a broken socket reconnects with growing delays; each break and each opening counts as a change', async () => {
  const { messages } = listen(aName());
  await settle();
  last().accept();
  const waits: number[] = [];
  for (let tries = 0; tries < 7; tries += 1) {
    const before = opened.length;
    last().close();
    await settle();
    let waited = 0;
    for (; opened.length === before; waited += 500) await pass(500);
    waits.push(waited);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(messages).toEqual(Array(8).fill(null));
  last().accept();
  expect(messages).toHaveLength(9);
  // After a successful connection, the next delay is short again.
  const before = opened.length;
  last().close();
  await pass(1000);
  expect(opened).toHaveLength(before + 1);
});

test('a socket closed by the server because the session ended does not reconnect', async () => {
  const { messages } = listen(aName());
  await settle();
  last().accept();
  last().close(4403);
  await pass(3600 * 1000);
  expect(opened).toHaveLength(1);
  expect(messages).toEqual([null, null]);
});

test('one of several pages holds the socket for all; when it closes, another takes over and refetches', async () => {
  const name = aName();
  const holding = listen(name);
  await settle();
  const other = listen(name);
  await settle();
  expect(opened).toHaveLength(1);
  last().accept();
  last().send('{"type":"comments","version":1}');
  await expect.poll(() => other.messages.length).toBe(2);
  expect(other.messages).toEqual(holding.messages);

  holding.stop();
  await expect.poll(() => opened.length).toBe(2);
  expect(opened[0]?.isClosed).toBe(true);
  last().accept();
  expect(other.messages).toEqual([null, { type: 'comments', version: 1 }, null]);
  expect(holding.messages).toHaveLength(2);
});

test('a stopped listener gets no messages and leaves no socket, even if it was waiting for the lock', async () => {
  const name = aName();
  const [holding, waiting] = [listen(name), listen(name)];
  await settle();
  waiting.stop();
  holding.stop();
  await settle();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  last().send('{"type":"comments"}');
  await pass(60_000);
  expect([holding.messages, waiting.messages]).toEqual([[], []]);
  expect(opened).toHaveLength(1);
});

/** What may happen to a message in transit, each with a chance of one in five. */
const fate = fc.constantFrom('arrives', 'arrives', 'is lost', 'is doubled', 'comes after the next');

test('after lost, duplicated or reordered messages, the next opening brings the page up to date', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 30 }), async (fates) => {
      let truth = 0;
      let shown = -1;
      const stop = watchSocket({
        path: '/sockets/comments/:id',
        id: aName(),
        type: 'comments',
        // A page fetches the current data with a call; the content of a message is never shown.
        onChange: () => {
          shown = truth;
        },
      });
      stops.push(stop);
      await settle();
      last().accept();
      let held: string | null = null;
      for (const what of fates) {
        truth += 1;
        const text = JSON.stringify({ type: 'comments', version: truth });
        if (what === 'comes after the next') {
          held = text;
          continue;
        }
        if (what !== 'is lost') last().send(text);
        if (what === 'is doubled') last().send(text);
        if (held !== null) last().send(held);
        held = null;
      }
      last().close();
      await settle();
      truth += 1;
      await pass(1000);
      last().accept();
      expect(shown).toBe(truth);
      stop();
    }),
    { numRuns: 60 },
  );
});
