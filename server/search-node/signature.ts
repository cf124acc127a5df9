/**
 * Signatures of messages between web processes and search nodes: both know a secret, and a message is valid for a
 * minute.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-omicon-signature';
const VALID_MS = 60_000;

function mac(secret: string, purpose: string, time: number, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${time}\n`).update(body).digest();
}

/** @param purpose where the message goes, so that it cannot be used elsewhere */
export function sign(secret: string, purpose: string, body: Uint8Array, now = Date.now()): string {
  return `${now}.${mac(secret, purpose, now, body).toString('base64url')}`;
}

/** Whether the message is from somebody who knows the secret, for this purpose and not older than a minute. */
export function isSigned(
  secret: string,
  purpose: string,
  { body, signature }: { body: Uint8Array; signature: string },
  now = Date.now(),
): boolean {
  const [time = '', given = ''] = signature.split('.');
  if (!/^\d{13}$/.test(time) || Math.abs(now - Number(time)) > VALID_MS) return false;
  const expected = mac(secret, purpose, Number(time), body);
  const received = Buffer.from(given, 'base64url');
  return received.length === expected.length && timingSafeEqual(received, expected);
}
