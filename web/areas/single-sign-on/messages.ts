/** Messages between the popup and the page that opened it, within the portal's origin. */
import { z } from 'zod';
import { getAppId } from '../../base/calls/app-id.ts';
import type { SignOnReturn } from '../../base/sign-in/sign-on-return.ts';

const message = z.object({
  type: z.literal('sign-on'),
  code: z.string().nullable(),
  status_code: z.union([z.literal(200), z.literal(403), z.literal(500)]),
  challenge: z.string().nullable(),
}) satisfies z.ZodType<SignOnReturn>;

function channelName(appId: string): string {
  return `omicon sign-on ${appId}`;
}

/** In the popup: sends the result to the waiting page, by all means that the browser may have left available. */
export function handOver(returned: SignOnReturn): void {
  const content = { type: 'sign-on', ...returned };
  const channel = new BroadcastChannel(channelName(getAppId()));
  channel.postMessage(content);
  channel.close();
  if (window.opener instanceof Object) window.opener.postMessage(content, window.location.origin);
}

/** In the waiting page: listens for results of popups of this origin. @returns function that stops listening */
export function listenForReturns(appId: string, onReturn: (returned: SignOnReturn) => void): () => void {
  const read = (data: unknown) => {
    const parsed = message.safeParse(data);
    if (parsed.success) onReturn(parsed.data);
  };
  const channel = new BroadcastChannel(channelName(appId));
  channel.addEventListener('message', ({ data }) => read(data));
  const hear = ({ origin, data }: MessageEvent<unknown>) => {
    if (origin === window.location.origin) read(data);
  };
  window.addEventListener('message', hear);
  return () => {
    channel.close();
    window.removeEventListener('message', hear);
  };
}
