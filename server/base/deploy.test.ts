/** deploy/ matches the portal: settings, metrics, commands, addresses. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { REPOSITORY, readConfig, SETTINGS } from '../config.ts';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';

const DEPLOY = path.join(REPOSITORY, 'deploy');
const FILES = globSync('**/*', { cwd: DEPLOY, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '.env')
  .map((entry) => path.relative(DEPLOY, path.join(entry.parentPath, entry.name)));
/** Variables of compose.yaml itself, from which it derives the portal's settings. */
const OF_COMPOSE = new Set(['OMICON_HOST_NAME']);
const SETTING =
  /\b(?:(?:OMICON|S3|OIDC|ORCID|SMTP|SMS|MAIL)_[A-Z_]*[A-Z]|DATABASE_URL|LOG_LEVEL|NODE_ENV)\b/g;
const METRIC = /\b([a-z]\w+)\{job=/g;

function read(file: string): string {
  return readFileSync(path.join(DEPLOY, file), 'utf8');
}

test('there are files for containers, a plain host, dashboards and alerts', () => {
  expect(FILES.sort()).toEqual(
    expect.arrayContaining([
      'Caddyfile',
      'Containerfile',
      'alerts.yml',
      'compose.yaml',
      'env.example',
      'grafana-dashboard.json',
      'plain-host.md',
      'systemd/omicon-web.service',
      'systemd/omicon-worker.service',
    ]),
  );
});

test.each([...FILES, '../docs/administrator.md'])('%s names only existing settings', (file) => {
  const named = new Set(read(file).match(SETTING));
  expect([...named].filter((name) => !(name in SETTINGS.shape) && !OF_COMPOSE.has(name))).toEqual([]);
});

test.each(['README.md', 'deploy/plain-host.md', 'docs/administrator.md'])(
  '%s names no command that there is not',
  (file) => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')));
    const text = readFileSync(path.join(REPOSITORY, file), 'utf8');
    const commands = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const programs = [...text.matchAll(/\bserver\/[\w/-]+\.ts\b/g)].map(([program]) => program);
    expect(programs.filter((program) => !existsSync(path.join(REPOSITORY, program)))).toEqual([]);
    expect(commands.length + programs.length).toBeGreaterThan(0);
  },
);

describe('compose.yaml', () => {
  const service = z.object({
    environment: z.record(z.string(), z.string()).default({}),
    // Words only: a colon and a space in one without quotes make it a mapping.
    healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    image: z.string(),
    ports: z.array(z.string()).default([]),
    depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  });
  const text = read('compose.yaml');
  const { services } = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(text, { merge: true }));

  /** Fills in variables like compose. */
  function fill(value: string): string {
    const values: Record<string, string> = {
      OMICON_HOST_NAME: 'omicon.lab.test',
      POSTGRES_PASSWORD: 'aPassword12',
      SMTP_URL: 'smtp://mail.lab.test',
      MAIL_FROM: 'Omicon <omicon@lab.test>',
      S3_ACCESS_KEY_ID: 'portal',
      S3_SECRET_ACCESS_KEY: 'Nucleus accumbens 12',
    };
    return value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => values[name] ?? '');
  }

  test('has two web and two worker processes, a proxy, a database and a store', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['database', 'proxy', 'store', 'web-1', 'web-2', 'worker-1', 'worker-2'].sort(),
    );
    for (const name of ['web-1', 'web-2', 'database', 'store'])
      expect(services[name]?.healthcheck, name).toBeDefined();
    const waitedFor = Object.values(services).flatMap(({ depends_on }) => Object.keys(depends_on));
    for (const name of waitedFor) expect(services[name]?.healthcheck, name).toBeDefined();
  });

  test('publishes only ports of the proxy', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
  });

  test.each(['web-1', 'web-2', 'worker-1', 'worker-2'])('gives %s valid settings', (name) => {
    const { environment = {} } = services[name] ?? {};
    expect(Object.keys(environment).filter((setting) => !(setting in SETTINGS.shape))).toEqual([]);
    const config = readConfig(
      Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, fill(value)])),
    );
    expect(config).toMatchObject({
      role: name.startsWith('web') ? 'web' : 'worker',
      publicUrl: 'https://omicon.lab.test',
      databaseUrl: 'postgres://omicon:aPassword12@database:5432/omicon',
      isProduction: true,
      demo: false,
      institution: null,
    });
    expect(text).toContain(`subnet: ${config.trustedProxies[0]}`);
  });

  test('uses only variables in env.example, and neither contains a secret', () => {
    const example = new Map(
      read('env.example')
        .split('\n')
        .filter((line) => /^\w/.test(line))
        .map((line): [string, string] => [line.split('=')[0] ?? '', line.split('=')[1] ?? '']),
    );
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
    expect([...asked].sort()).toEqual([...example.keys()].sort());
    expect([...example.values()].filter((value) => value !== '')).toEqual([]);
    for (const { environment } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(value, name).toMatch(/^\$\{\w+(?:\}$|:[?-])/);
  });
});

describe('metrics', () => {
  let portal: TestPortal;
  let known: Set<string>;
  beforeAll(async () => {
    portal = await openTestPortal();
    const { payload } = await portal.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    const types = [...payload.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    known = new Set(
      types.flatMap(([, name = '', type]) => (type === 'histogram' ? [`${name}_bucket`] : [name])),
    );
  });
  afterAll(() => portal.close());

  test.each(['alerts.yml', 'grafana-dashboard.json'])('of %s exist in the portal', (file) => {
    const named = [...read(file).replaceAll('\\"', '"').matchAll(METRIC)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(7);
    // `up` is a metric of Prometheus itself.
    expect(named.filter((name) => name !== 'up' && !known.has(name))).toEqual([]);
  });

  test('each alert has an expression, a severity and a sentence', () => {
    const rule = z.object({
      alert: z.string(),
      expr: z.string(),
      labels: z.object({ severity: z.enum(['page', 'ticket']) }),
      annotations: z.object({ summary: z.string().regex(/[.?]$/) }),
    });
    const { groups } = z
      .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
      .parse(parse(read('alerts.yml')));
    expect(groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(5);
  });
});

describe('a unit of systemd', () => {
  const units = FILES.filter((file) => file.endsWith('.service'));

  test.each(units)('%s runs a program of this repository with minimal privileges', (file) => {
    const text = read(file);
    const [, program = ''] = /^ExecStart=\/opt\/omicon\/node\/bin\/node \S+ (\S+)/m.exec(text) ?? [];
    expect(program).toMatch(/^server\//);
    expect(existsSync(path.join(REPOSITORY, program))).toBe(true);
    for (const line of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'User=omicon',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).not.toMatch(/^Environment=.*(PASSWORD|SECRET|KEY)/m);
  });

  test.each(['omicon-web', 'omicon-worker'])('%s waits longer than the shutdown of the portal', (name) => {
    const text = read(`systemd/${name}.service`);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(20);
    expect(text).toMatch(/^Type=exec$/m);
    expect(text).toMatch(/^KillMode=mixed$/m);
  });
});
