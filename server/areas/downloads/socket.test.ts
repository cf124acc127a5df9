/** The socket of a download: open while it is prepared, reports its end (SEC-50). */

import { getDataSet } from '@omicon/contract/areas/collections.ts';
import { createDownload } from '@omicon/contract/areas/downloads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let key: string;
beforeAll(async () => {
  portal = await openTestPortal();
  const { loaded } = await aLaboratory(portal);
  const lab = await portal.signInAs('LAB');
  key = (await portal.call(getDataSet, { as: lab, params: { id: loaded } })).reply.files[0]?.key ?? '';
});
afterAll(() => portal.close());

async function aRunningDownload(as: Caller): Promise<string> {
  return (await portal.call(createDownload, { as, body: { type: 'zip', keys: [key] } })).reply.id;
}

/** Messages until the socket is closed. */
async function listenTo(id: string, as: Caller) {
  const messages: string[] = [];
  const opening = portal.app.injectWS(
    `/ws/download-as-zip/${id}/`,
    { headers: { authorization: `Token ${as.token}` } },
    { onInit: (socket) => socket.on('message', (data) => messages.push(String(data))) },
  );
  const socket = await opening;
  return { messages, leave: () => socket.terminate() };
}

test('a person is told that the download is ready, and the page then calls the endpoint', async () => {
  const person = await portal.signInAs('RU');
  const { messages, leave } = await listenTo(await aRunningDownload(person), person);
  await portal.runJobs();
  for (let tries = 0; tries < 200 && messages.length < 2; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  leave();
  expect(messages.map((text) => JSON.parse(text).type)).toEqual([
    'ready',
    ...messages.slice(1).map(() => 'download-as-zip'),
  ]);
  expect(messages.length).toBeGreaterThan(1);
});

test('an id of another person, unknown, malformed or of an ended download opens no socket', async () => {
  const [person, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  const id = await aRunningDownload(person);
  await expect(listenTo(id, other)).rejects.toThrow('404');
  await expect(listenTo('x'.repeat(32), person)).rejects.toThrow('404');
  await expect(listenTo('1', person)).rejects.toThrow('404');
  await portal.runJobs();
  await expect(listenTo(id, person)).rejects.toThrow('404');
});
