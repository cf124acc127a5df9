/**
 * One sign-in through a popup, from the click to the code. The popup hands over the code within this origin; the
 * socket reports failures that the popup cannot. The verifier stays in this page until the code is redeemed.
 */
import { loginMessage, startOrcid, startSignOn } from '@omicon/contract/areas/people/single-sign-on.ts';
import { callAddress } from '@omicon/contract/base/call-address.ts';
import { getAppId } from '../../base/calls/app-id.ts';
import type { SignOnReturn } from '../../base/sign-in/sign-on-return.ts';
import { listenForReturns } from './messages.ts';

export type Purpose = 'institution' | 'orcid' | 'connect-orcid';

export type Outcome =
  | { kind: 'code'; code: string; verifier: string }
  | { kind: 'refused' }
  | { kind: 'failed' }
  /** superseded by another attempt of this page */
  | { kind: 'replaced' }
  /** the popup is closed, or seems so because of the provider's opener policy, and a result may still arrive */
  | { kind: 'closed'; later: Promise<Outcome> };

const WATCH_MS = 250;
/** Delay after the popup has closed, because its result takes a moment to arrive. */
const CLOSED_GRACE_MS = 600;
/** Delay for failures from the socket, because the popup's result is more precise. */
const SOCKET_GRACE_MS = 1500;
const MAX_MS = 10 * 60 * 1000;
const CLOSE_MS = 250;

/** Must be called in the click handler, or the browser blocks the window. */
export function openPopup(): Window | null {
  return window.open('about:blank', '_blank', 'popup,width=650,height=700');
}

export function closePopup(popup: Window): void {
  setTimeout(() => popup.close(), CLOSE_MS);
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function makeSecret(): Promise<{ verifier: string; challenge: string }> {
  const verifier = toBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: toBase64url(new Uint8Array(hash)) };
}

function startAddress(purpose: Purpose, query: { challenge: string; appid: string }): string {
  if (purpose === 'institution') return callAddress(startSignOn.path, { query });
  return callAddress(startOrcid.path, {
    query: { ...query, purpose: purpose === 'orcid' ? 'sign-in' : 'connect' },
  });
}

/** Listens for failures on the login socket; without it the popup's result is enough. */
function listenToSocket(appid: string, onFailure: (status: 403 | 500) => void): () => void {
  const address = new URL(`/ws/login/${appid}/`, window.location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.addEventListener('message', ({ data }) => {
    const message = loginMessage.safeParse(JSON.parse(String(data)));
    if (message.success && message.data.appid === appid && message.data.status_code !== 200)
      onFailure(message.data.status_code);
  });
  return () => socket.close();
}

let stopLast: () => void = () => undefined;

/** Sends the popup to the provider and waits for its result. Cancels an earlier attempt of this page. */
export async function runAttempt(popup: Window, purpose: Purpose): Promise<Outcome> {
  stopLast();
  const { verifier, challenge } = await makeSecret();
  const appid = getAppId();
  const first = Promise.withResolvers<Outcome>();
  const later = Promise.withResolvers<Outcome>();
  const settle = (outcome: Outcome) => {
    stop();
    first.resolve(outcome);
    later.resolve(outcome);
  };
  const hear = ({ code, status_code, challenge: theirs }: SignOnReturn) => {
    if (theirs !== challenge && !(theirs === null && code === null)) return;
    if (code !== null) settle({ kind: 'code', code, verifier });
    else settle({ kind: status_code === 403 ? 'refused' : 'failed' });
  };
  const timers: ReturnType<typeof setTimeout>[] = [setTimeout(() => settle({ kind: 'failed' }), MAX_MS)];
  const watch = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(watch);
    timers.push(setTimeout(() => first.resolve({ kind: 'closed', later: later.promise }), CLOSED_GRACE_MS));
  }, WATCH_MS);
  const leaves = [
    listenForReturns(appid, hear),
    listenToSocket(appid, (status_code) => {
      timers.push(setTimeout(() => hear({ code: null, status_code, challenge }), SOCKET_GRACE_MS));
    }),
  ];
  function stop(): void {
    clearInterval(watch);
    for (const timer of timers) clearTimeout(timer);
    for (const leave of leaves) leave();
  }
  stopLast = () => settle({ kind: 'replaced' });
  popup.location.replace(startAddress(purpose, { challenge, appid }));
  return first.promise;
}
