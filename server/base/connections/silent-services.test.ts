/** Services that accept a call and never respond: each call times out and names the silent service (REL-18). */
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { sendCode } from '../../areas/registration/sending.ts';
import { anUnverifiedPerson } from '../../test-support/open-calls.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { addMail, deliverMail } from '../jobs/outbox.ts';
import { createIdentityProviders } from '../sign-in/identity-providers.ts';
import { createTemporaryCredentials } from '../store/s3/temporary-credentials.ts';
import { StoreUnavailable } from '../store/store.ts';

let portal: TestPortal;
let silent: SilentServer;
const mailServers: SilentServer[] = [];
beforeAll(async () => {
  [portal, silent] = await Promise.all([openTestPortal(), openSilentServer([])]);
});
afterAll(async () => {
  await Promise.all([silent, ...mailServers].map((server) => server.close()));
  await portal.close();
});

interface SilentServer {
  host: string;
  close(): Promise<void>;
}

/** Sends one line after each input, the first at once; then stays silent. */
async function openSilentServer(lines: readonly string[]): Promise<SilentServer> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    const left = [...lines];
    const say = () => {
      const line = left.shift();
      if (line !== undefined) socket.write(`${line}\r\n`);
    };
    say();
    socket.on('data', say);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    host: `127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Concurrent, as all of them wait for timeouts.
describe.concurrent('calls to silent services time out:', () => {
  test.for([
    ['before its greeting', []],
    ['after its greeting', ['220 mail']],
    ['once it knows the sender', ['220 mail', '250 mail', '250 sender']],
    ['while it takes the text', ['220 mail', '250 mail', '250 sender', '250 recipient', '354 go on']],
  ] as const)(
    'a mail server that falls silent %s, and the mail stays to be sent',
    async ([, lines], { expect }) => {
      const server = await openSilentServer(lines);
      mailServers.push(server);
      const { services } = portal;
      const subject = `${lines.length} lines`;
      await services.db
        .transaction()
        .execute((tx) => addMail(tx, { recipient: 'reader@example.org', subject, body: 'text' }));
      const ofMail = services.db
        .selectFrom('outbox')
        .select(['id', 'delivered_at', 'attempts'])
        .where('subject', '=', subject);
      const { id } = await ofMail.executeTakeFirstOrThrow();
      const config = { ...services.config, smtpUrl: `smtp://${server.host}` };
      await expect(deliverMail({ ...services, config }, id)).rejects.toMatchObject({
        code: expect.stringMatching(/^(ETIMEDOUT|ECONNECTION)$/),
      });
      expect(await ofMail.executeTakeFirstOrThrow()).toEqual({ id, delivered_at: null, attempts: 1 });
    },
  );

  test('the service for text messages', async ({ expect }) => {
    await anUnverifiedPerson(portal, '4917012345678');
    const { services } = portal;
    const config = { ...services.config, smsWebhookUrl: `http://${silent.host}/send` };
    const asked = { phone_number: '4917012345678', browser_hash: randomBytes(32) };
    await expect(sendCode({ ...services, config }, '1', asked)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('an identity provider, which is contacted again by the next request', async ({ expect }) => {
    const settings = { issuer: `http://${silent.host}`, clientId: 'omicon', clientSecret: 'a secret' };
    const providers = createIdentityProviders({
      publicUrl: 'https://omicon.test',
      institution: settings,
      orcid: null,
    });
    await expect(providers.at('institution')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The sign-in of the institution does not answer. Please try again in a while.',
    });
  });

  test('the credential provider of the object store', async ({ expect }) => {
    const { services } = portal;
    const s3 = {
      endpoint: `http://${silent.host}`,
      bucket: 'omicon',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      roleArn: 'arn:aws:iam::1:role/people',
    };
    const asking = createTemporaryCredentials({ ...services, config: { ...services.config, s3 } }, 1, {
      purpose: 'download',
      keys: ['a'.repeat(64)],
    });
    await expect(asking).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
