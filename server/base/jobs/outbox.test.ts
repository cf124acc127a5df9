import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../test-support/mail-server.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sql } from '../postgres/database.ts';
import { addMail, deliverMail, listOutbox } from './outbox.ts';

let portal: TestPortal;
let server: MailServer;

beforeAll(async () => {
  [portal, server] = await Promise.all([openTestPortal(), openMailServer()]);
});

afterAll(async () => {
  await server.close();
  await portal.close();
});

const MAIL = {
  recipient: 'reader@example.org',
  subject: 'GSE4271.zip is in Omicon',
  body: 'new: Phillips 2006 GSE4271',
};

test('a mail of a rolled back transaction is never sent', async () => {
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
  const withServer = { ...services, config: { ...services.config, smtpUrl: server.url } };
  await deliverMail(withServer, id);
  await deliverMail(withServer, id);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Subject: GSE4271.zip is in Omicon');
  expect(server.mails[0]).toContain('new: Phillips 2006 GSE4271');
});

test('a mail whose delivery could not be recorded is sent again with the same message id', async () => {
  const { services } = portal;
  await services.db.transaction().execute((tx) => addMail(tx, { ...MAIL, subject: 'not noted' }));
  const { rows } = await listOutbox(services.db, { page: 1, page_size: 10 });
  const id = rows[0]?.id ?? 0;
  const withServer = { ...services, config: { ...services.config, smtpUrl: server.url } };
  await sql`
    create function refuse_note() returns trigger language plpgsql as $$ begin raise exception 'not noted'; end $$;
    create trigger refuse_note before update of delivered_at on outbox for each row execute function refuse_note();`.execute(
    services.db,
  );
  await expect(deliverMail(withServer, id)).rejects.toThrow('not noted');
  await sql`drop trigger refuse_note on outbox`.execute(services.db);
  await deliverMail(withServer, id);
  const copies = server.mails.filter((mail) => mail.includes('Subject: not noted'));
  expect(copies.map((mail) => /^Message-ID: <(.*)>\r$/im.exec(mail)?.[1])).toEqual(
    Array(2).fill(`omicon-${id}@${new URL(services.config.publicUrl).hostname}`),
  );
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
