/** Asking the open forms, each time from another address, and reading the mail they send. */

import { getCode, register, verifyCode } from '@omicon/contract/areas/registration.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import type { Answer, TestPortal } from './portal.ts';

let addresses = 0;

export async function askFromNewAddress(
  portal: TestPortal,
  endpoint: EndpointSpec,
  input: { body: unknown; headers?: Record<string, string> },
): Promise<Answer<EndpointSpec>> {
  addresses += 1;
  const remoteAddress = `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
  return portal.ask(endpoint, { ...input, remoteAddress });
}

let people = 0;

/** A sign-up form filled in; nobody has its address and user name yet. */
export function aSignUp(change: Record<string, unknown> = {}) {
  people += 1;
  const password = 'Dentate gyrus 19';
  return {
    first_name: 'Santiago',
    last_name: 'Cajal',
    email: `cajal${people}@neuro.test`,
    username: `cajal${people}`,
    password,
    confirm_password: 'password' in change ? change.password : password,
    ...change,
  };
}

/** Signs up; their address counts as confirmed. */
export async function aRegisteredPerson(
  portal: TestPortal,
  change: Record<string, unknown> = {},
): Promise<{ id: number; email: string; username: string; password: string }> {
  const form = aSignUp(change);
  const answer = await askFromNewAddress(portal, register, { body: form });
  if (answer.status !== 201) throw new Error(answer.text);
  const { id } = await portal.services.db
    .updateTable('person')
    .set({ verified_at: new Date() })
    .where('username', '=', form.username)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, email: form.email, username: form.username, password: form.password };
}

/** Mail to an address as it lies in the outbox, oldest first. */
export async function mailsTo(
  portal: TestPortal,
  recipient: string,
): Promise<{ subject: string; body: string }[]> {
  return portal.services.db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
}

/** The tokens of the links mailed to an address, oldest first; jobs are worked off before. */
export async function tokensMailedTo(portal: TestPortal, recipient: string): Promise<string[]> {
  await portal.runJobs();
  return (await mailsTo(portal, recipient)).flatMap(
    ({ body }) => /\?token=([\w-]+)/.exec(body)?.slice(1) ?? [],
  );
}

/** Signed up, but the address is not confirmed. */
export async function anUnverifiedPerson(portal: TestPortal, phone_number: string | null = null) {
  const person = await aRegisteredPerson(portal);
  await portal.services.db
    .updateTable('person')
    .set({ verified_at: null, phone_number })
    .where('id', '=', person.id)
    .execute();
  return person;
}

export async function isVerified(portal: TestPortal, id: number): Promise<boolean> {
  const row = await portal.services.db
    .selectFrom('person')
    .select('verified_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.verified_at !== null;
}

/** Asks for a code; gives the answer, the header that sets the cookie, and the cookie as the browser sends it back. */
export async function askForCode(portal: TestPortal, body: unknown) {
  const answer = await askFromNewAddress(portal, getCode, { body });
  const [setCookie = ''] = [answer.headers['set-cookie']].flat();
  await portal.runJobs();
  return { answer, setCookie, cookie: setCookie.split(';')[0] ?? '' };
}

export function enterCode(portal: TestPortal, code: string, cookie: string) {
  const headers = { 'x-omicon-client': 'web', cookie };
  return askFromNewAddress(portal, verifyCode, { body: { code }, headers });
}
