import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { addMail, deliverMail, listOutbox } from './outbox.ts';

let portal: TestPortal;
let received: string[];
let server: SMTPServer;
let smtpUrl: string;

beforeAll(async () => {
  portal = await openTestPortal();
  received = [];
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  smtpUrl = `smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
});

afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  await portal.close();
});

const MAIL = {
  recipient: 'reader@example.org',
  subject: 'GSE4271.zip is in Omicon',
  body: 'new: Phillips 2006 GSE4271',
};

test('a mail of a transaction that fails never existed', async () => {
  const { db } = portal.services;
  const failing = db.transaction().execute(async (tx) => {
    await addMail(tx, MAIL);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect((await listOutbox(db, { page: 1, page_size: 10 })).total).toBe(0);
});

test('a mail reaches the mail server once, however often its job runs', async () => {
  const { services } = portal;
  await services.db.transaction().execute((tx) => addMail(tx, MAIL));
  const { rows } = await listOutbox(services.db, { page: 1, page_size: 10 });
  const id = rows[0]?.id ?? 0;
  const withServer = { ...services, config: { ...services.config, smtpUrl } };
  await deliverMail(withServer, id);
  await deliverMail(withServer, id);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('Subject: GSE4271.zip is in Omicon');
  expect(received[0]).toContain('new: Phillips 2006 GSE4271');
});

test('without a mail server a mail waits to be read in the outbox', async () => {
  const { services } = portal;
  await services.db.transaction().execute((tx) => addMail(tx, { ...MAIL, subject: 'waits' }));
  const { rows } = await listOutbox(services.db, { page: 1, page_size: 10 });
  await deliverMail(services, rows[0]?.id ?? 0);
  expect((await listOutbox(services.db, { page: 1, page_size: 10 })).rows[0]).toMatchObject({
    subject: 'waits',
    delivered_at: null,
  });
});
