const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Longer than any sign-in. */
const UNTIL_STOPPED_MS = 24 * 3600 * 1000;

/** Code with which the server closes a socket whose sign-in has ended. */
const NO_LONGER_ALLOWED = 4403;

export interface SharedSocket {
  path: string;
  /** what stands for `:id` in the path */
  id: number | string;
  /** of messages that say that something changed */
  type: string;
  /** `message` is what was said, null where something may have been missed: ask the call for the truth */
  onChange(message: unknown): void;
}

/** What a message of this type says; undefined for other messages. */
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

/** Resolves with the code when the socket has closed. */
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
 * Keeps the socket open until `signal` says otherwise. What may have been missed before it opened, also between the
 * first reading and the first opening, counts as a change.
 */
async function hold({ path, id, type, onChange }: SharedSocket, signal: AbortSignal): Promise<void> {
  const address = path.replace(':id', String(id));
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
    // Nothing more comes for a sign-in that has ended; the page is about to leave.
    await sleep(code === NO_LONGER_ALLOWED ? UNTIL_STOPPED_MS : waitMs, signal);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/**
 * Listens to a socket as long as a page needs it. One page of a browser holds it and tells the others, so that many
 * open pages do not use up the connections a person may have; when that page goes, another one takes its place.
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
      // Stopped while another page still held the lock.
      if (!stop.signal.aborted) throw error;
    });
  return () => {
    stop.abort();
    others.close();
  };
}
