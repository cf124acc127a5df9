/** Calls public forms, each time from another address, and reads the mail they send. */

import { getCode, register, verifyCode } from '@omicon/contract/areas/people/registration.ts';
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

/** A filled-in sign-up form with a new address and user name. */
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

/** Signs up a person with a verified address. */
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

/** Mail to an address in the outbox, oldest first. */
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

/** Runs all jobs. @returns the tokens of the links mailed to an address, oldest first */
export async function tokensMailedTo(portal: TestPortal, recipient: string): Promise<string[]> {
  await portal.runJobs();
  return (await mailsTo(portal, recipient)).flatMap(
    ({ body }) => /\?token=([\w-]+)/.exec(body)?.slice(1) ?? [],
  );
}

/** Signs up a person without verifying the address. */
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

/** Requests a code. @returns the response, its Set-Cookie header, and the cookie as a browser sends it back */
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
