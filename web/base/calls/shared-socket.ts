import { sleep } from '../sleep.ts';

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** Longer than any session, ms. */
const UNTIL_STOPPED_MS = 24 * 3600 * 1000;

/** Code with which the server closes a socket after its session has ended. */
const NO_LONGER_ALLOWED = 4403;

export interface SharedSocket {
  path: string;
  /** value for `:id` in the path */
  id: number | string;
  /** type of the messages that report a change */
  type: string;
  /** `message` is null where messages may have been missed; fetch the data again in either case */
  onChange(message: unknown): void;
}

/** Parses a message of this type; undefined for other messages. */
function readMessage(data: unknown, type: string): unknown {
  try {
    const message: unknown = JSON.parse(String(data));
    const isOfType =
      typeof message === 'object' && message !== null && 'type' in message && message.type === type;
    return isOfType ? message : undefined;
  } catch {
    return undefined;
  }
}

interface Listening {
  signal: AbortSignal;
  onOpen(): void;
  onMessage(data: unknown): void;
}

/** Resolves with the close code when the socket has closed. */
function listenOnce(address: string, { signal, onOpen, onMessage }: Listening): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const close = () => socket.close();
    signal.addEventListener('abort', close);
    socket.addEventListener('open', onOpen);
    socket.addEventListener('message', ({ data }) => onMessage(data));
    socket.addEventListener('close', ({ code }) => {
      signal.removeEventListener('abort', close);
      resolve(code);
    });
  });
}

/**
 * Keeps the socket open until `signal` aborts. Each opening counts as a change, since messages may have been missed
 * before it, also between the first fetch and the first opening.
 */
async function hold({ path, id, type, onChange }: SharedSocket, signal: AbortSignal): Promise<void> {
  const address = path.replace(':id', encodeURIComponent(id));
  let waitMs = FIRST_WAIT_MS;
  const onOpen = () => {
    waitMs = FIRST_WAIT_MS;
    onChange(null);
  };
  const onMessage = (data: unknown) => {
    const message = readMessage(data, type);
    if (message !== undefined) onChange(message);
  };
  while (!signal.aborted) {
    const code = await listenOnce(address, { signal, onOpen, onMessage });
    if (signal.aborted) return;
    onChange(null);
    // The session has ended and the page is about to leave: do not reconnect.
    await sleep(code === NO_LONGER_ALLOWED ? UNTIL_STOPPED_MS : waitMs, signal);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  }
}

/**
 * Listens to a socket. One tab of a browser holds it and informs the others, so that many open tabs do not use up a
 * person's connections; when that tab closes, another one takes over.
 * @returns a function that stops listening
 */
export function watchSocket(socket: SharedSocket): () => void {
  const name = `omicon${socket.path.replaceAll('/', '.').replace(':id', String(socket.id))}`;
  const stop = new AbortController();
  const others = new BroadcastChannel(name);
  others.onmessage = ({ data }) => socket.onChange(data);
  function tellAll(message: unknown): void {
    others.postMessage(message);
    socket.onChange(message);
  }
  navigator.locks
    .request(name, { signal: stop.signal }, () => hold({ ...socket, onChange: tellAll }, stop.signal))
    .catch((error: unknown) => {
      // Stopped while another tab still held the lock.
      if (!stop.signal.aborted) throw error;
    });
  return () => {
    stop.abort();
    others.close();
  };
}
