/**
 * A real S3 store on loopback for tests: Debian's radosgw with one monitor and one in-memory storage daemon, cephx and
 * temporary credentials. Deleted after the run.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface Gateway {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  roleArn: string;
  /** a role whose trust policy also allows sessions */
  openRoleArn: string;
}

const run = promisify(execFile);
const ROLE = 'omicon';
const OPEN_ROLE = 'open';
const PERSON = 'portal';

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port.')),
      );
    });
  });
}

function settingsOf(folder: string, ports: { monitor: number; gateway: number }, cluster: string): string {
  return `[global]
fsid = ${cluster}
mon host = v1:127.0.0.1:${ports.monitor}
mon initial members = a
public addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${folder}/keyring
run dir = ${folder}/run
pid file =
admin socket = ${folder}/run/$name.asok
log file = ${folder}/run/$name.log
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd class load list = *
osd class default list = *
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
auth allow insecure global id reclaim = false
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
rgw s3 auth use sts = true
rgw sts key = ${randomBytes(8).toString('hex')}
rgw sts min session duration = 1
rgw enable usage log = false
rgw enable ops log = false
rgw thread pool size = 64
`;
}

/** Runs a daemon in the foreground until `stop`. */
function daemon(command: string, args: string[]): { stop(): Promise<void> } {
  const child = spawn(command, args, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    stop() {
      // Killed, as everything is in memory and a clean shutdown would take seconds.
      child.kill('SIGKILL');
      return ended;
    },
  };
}

async function untilAnswers(endpoint: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const isThere = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await sleep(100);
  }
  throw new Error('The gateway did not answer within a minute.');
}

export interface RunningGateway {
  gateway: Gateway;
  /** kills the gateway, not the store behind it, and starts it again */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the store with one account and a role that the account may assume. */
export async function startGateway(): Promise<RunningGateway> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-rgw-'));
  for (const name of ['mon', 'osd', 'run']) mkdirSync(path.join(folder, name));
  const ports = { monitor: await freePort(), gateway: await freePort() };
  const [cluster, disk] = [randomUUID(), randomUUID()];
  const conf = path.join(folder, 'ceph.conf');
  const keyring = path.join(folder, 'keyring');
  writeFileSync(conf, settingsOf(folder, ports, cluster));
  const withConf = (command: string, ...args: string[]) => run(command, ['-c', conf, ...args]);
  const key = (name: string, ...caps: string[]) =>
    run('ceph-authtool', [
      keyring,
      '--gen-key',
      '-n',
      name,
      ...caps.flatMap((cap) => ['--cap', ...cap.split('=')]),
    ]);

  await run('ceph-authtool', [
    keyring,
    '--create-keyring',
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  ]);
  await key('client.admin', 'mon=allow *', 'osd=allow *', 'mgr=allow *');
  await key('client.rgw', 'mon=allow rw', 'osd=allow rwx');
  const map = path.join(folder, 'monmap');
  await run('monmaptool', [
    '--create',
    '--fsid',
    cluster,
    '--addv',
    'a',
    `[v1:127.0.0.1:${ports.monitor}]`,
    map,
  ]);
  await withConf('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring);
  const daemons = [daemon('ceph-mon', ['-c', conf, '-i', 'a', '-f'])];
  const secret = path.join(folder, 'secret.json');
  const { stdout: osdKey } = await run('ceph-authtool', ['--gen-print-key']);
  writeFileSync(secret, JSON.stringify({ cephx_secret: osdKey.trim() }));
  await withConf('ceph', 'osd', 'new', disk, '-i', secret);
  await run('ceph-authtool', [keyring, '-n', 'osd.0', '--add-key', osdKey.trim()]);
  await withConf('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
  daemons.push(daemon('ceph-osd', ['-c', conf, '-i', '0', '-f']));

  const endpoint = `http://127.0.0.1:${ports.gateway}`;
  const account = { accessKeyId: 'portal-key', secretAccessKey: randomBytes(20).toString('hex') };
  const admin = (...args: string[]) => withConf('radosgw-admin', ...args);
  const keys = [`--access-key=${account.accessKeyId}`, `--secret-key=${account.secretAccessKey}`];
  await admin('user', 'create', `--uid=${PERSON}`, '--display-name=Portal', '--max-buckets=10000', ...keys);
  const trusted = { Principal: { AWS: [`arn:aws:iam:::user/${PERSON}`] }, Action: ['sts:AssumeRole'] };
  // Requests of a session have a user id, those of the account's key have none: this denies sessions to assume a role.
  const trust = statement({ ...trusted, Condition: { Null: { 'aws:userid': 'true' } } });
  await admin('role', 'create', `--role-name=${ROLE}`, `--assume-role-policy-doc=${trust}`);
  const all = statement({ Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] });
  await admin('role-policy', 'put', `--role-name=${ROLE}`, '--policy-name=all', `--policy-doc=${all}`);
  await admin('role', 'create', `--role-name=${OPEN_ROLE}`, `--assume-role-policy-doc=${statement(trusted)}`);
  await admin('role-policy', 'put', `--role-name=${OPEN_ROLE}`, '--policy-name=all', `--policy-doc=${all}`);
  const startRadosgw = () => daemon('radosgw', ['-c', conf, '-n', 'client.rgw', '-f']);
  let radosgw = startRadosgw();
  await untilAnswers(endpoint).catch((error: unknown) => {
    throw new Error(
      `${String(error)}\n${readFileSync(path.join(folder, 'run/client.rgw.log'), 'utf8').slice(-2000)}`,
    );
  });
  return {
    gateway: {
      endpoint,
      ...account,
      roleArn: `arn:aws:iam:::role/${ROLE}`,
      openRoleArn: `arn:aws:iam:::role/${OPEN_ROLE}`,
    },
    async kill() {
      await radosgw.stop();
      radosgw = startRadosgw();
      await untilAnswers(endpoint);
    },
    async stop() {
      for (const each of [radosgw, ...daemons.toReversed()]) await each.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function statement(more: Record<string, unknown>): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...more }] });
}
