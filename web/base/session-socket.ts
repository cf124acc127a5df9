import { SESSION_SOCKET } from '@omicon/contract/account.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Longer than any sign-in. */
const UNTIL_STOPPED_MS = 24 * 3600 * 1000;

/** Code with which the server closes a socket whose sign-in has ended. */
const NO_LONGER_ALLOWED = 4403;

/** Resolves with the code when the socket has closed; `onChange` for every message that something changed. */
function listenOnce(address: string, signal: AbortSignal, onOpen: () => void, onChange: () => void) {
  return new Promise<number>((resolve) => {
    const socket = new WebSocket(address);
    const close = () => socket.close();
    signal.addEventListener('abort', close);
    socket.addEventListener('open', onOpen);
    socket.addEventListener('message', ({ data }) => {
      if (String(data).includes(SESSION_SOCKET.type)) onChange();
    });
    socket.addEventListener('close', ({ code }) => {
      signal.removeEventListener('abort', close);
      resolve(code);
    });
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Keeps the socket open until `signal` says otherwise. What may have been missed before it opened, also between reading
 * the session and the first opening, counts as a change.
 */
async function hold(personId: number, signal: AbortSignal, onChange: () => void): Promise<void> {
  const address = SESSION_SOCKET.path.replace(':id', String(personId));
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const code = await listenOnce(
      address,
      signal,
      () => {
        waitMs = FIRST_WAIT_MS;
        onChange();
      },
      onChange,
    );
    if (signal.aborted) return;
    onChange();
    // Nothing more comes for a sign-in that has ended; the page is about to leave.
    await sleep(code === NO_LONGER_ALLOWED ? UNTIL_STOPPED_MS : waitMs, signal);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/**
 * Tells when sign-in, role, permissions or terms of this person may have changed. One page of a browser holds the
 * socket and tells the others, so that many open pages do not use up the connections a person may have.
 * @returns a function that stops listening
 */
export function watchSession(personId: number, onChange: () => void): () => void {
  const name = `omicon.session.${personId}`;
  const stop = new AbortController();
  const others = new BroadcastChannel(name);
  others.onmessage = onChange;
  function tellAll(): void {
    others.postMessage(SESSION_SOCKET.type);
    onChange();
  }
  navigator.locks
    .request(name, { signal: stop.signal }, () => hold(personId, stop.signal, tellAll))
    .catch((error: unknown) => {
      // Stopped while another page still held the lock.
      if (!stop.signal.aborted) throw error;
    });
  return () => {
    stop.abort();
    others.close();
  };
}
