/** Messages between the page and the frame that renders a document; both sides ignore anything else. */

export interface FrameReport {
  state: 'ready' | 'drawn' | 'failed';
}

/** The document sent to the frame; null for any other message. */
export function readHandover(message: unknown): ArrayBuffer | null {
  if (typeof message !== 'object' || message === null || !('document' in message)) return null;
  return message.document instanceof ArrayBuffer ? message.document : null;
}

/** The frame's report; null for any other message. */
export function readReport(message: unknown): FrameReport['state'] | null {
  if (typeof message !== 'object' || message === null || !('state' in message)) return null;
  const { state } = message;
  return state === 'ready' || state === 'drawn' || state === 'failed' ? state : null;
}
