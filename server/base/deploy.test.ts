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
/** Variables of the compose files themselves, from which they derive the portal's settings. */
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
      'compose.search-nodes.yaml',
      'compose.yaml',
      'env.example',
      'grafana-dashboard.json',
      'omicon',
      'plain-host.md',
      'systemd/omicon-search.service',
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

const service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  // Words only: a colon and a space in one without quotes make it a mapping.
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  command: z.array(z.string()).optional(),
  image: z.string().optional(),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
});

function readCompose(file: string) {
  const text = read(file);
  const { services } = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(text, { merge: true }));
  return { text, services };
}

const COMPOSE = readCompose('compose.yaml');
const SEARCH_NODES = readCompose('compose.search-nodes.yaml');

/** The settings of a service, with variables filled in as compose does. */
function readSettings({ environment }: z.output<typeof service>): Record<string, string> {
  const values: Record<string, string> = {
    OMICON_HOST_NAME: 'omicon.lab.test',
    POSTGRES_PASSWORD: 'aPassword12',
    SMTP_URL: 'smtp://mail.lab.test',
    MAIL_FROM: 'Omicon <omicon@lab.test>',
    S3_ACCESS_KEY_ID: 'portal',
    S3_SECRET_ACCESS_KEY: 'Nucleus accumbens 12',
    OMICON_SEARCH_SECRET: 'at least thirty-two characters long',
  };
  const fill = (value: string) =>
    value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => values[name] ?? '');
  return Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, fill(value)]));
}

/** Services that others wait for. */
function listWaitedFor(services: Record<string, z.output<typeof service>>): string[] {
  return Object.values(services).flatMap(({ depends_on }) => Object.keys(depends_on));
}

describe('compose.yaml', () => {
  const { text, services } = COMPOSE;

  test('has two web and two worker processes, a proxy, a database and a store', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['database', 'proxy', 'store', 'web-1', 'web-2', 'worker-1', 'worker-2'].sort(),
    );
    for (const name of ['web-1', 'web-2', 'database', 'store'])
      expect(services[name]?.healthcheck, name).toBeDefined();
    for (const name of listWaitedFor(services)) expect(services[name]?.healthcheck, name).toBeDefined();
  });

  test('publishes only ports of the proxy', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
  });

  test.each(['web-1', 'web-2', 'worker-1', 'worker-2'])('gives %s valid settings', (name) => {
    const settings = readSettings(service.parse(services[name]));
    expect(Object.keys(settings).filter((setting) => !(setting in SETTINGS.shape))).toEqual([]);
    const config = readConfig(settings);
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
    const texts = text + SEARCH_NODES.text;
    const asked = new Set([...texts.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
    expect([...asked].sort()).toEqual([...example.keys()].sort());
    expect([...example.values()].filter((value) => value !== '')).toEqual([]);
    for (const { environment } of [...Object.values(services), ...Object.values(SEARCH_NODES.services)])
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(value, name).toMatch(/^\$\{\w+(?:\}$|:[?-])/);
  });
});

describe('compose.search-nodes.yaml', () => {
  const { services } = SEARCH_NODES;

  test('adds to services of compose.yaml, waits for what has a health check, and publishes no port', () => {
    const added = ['search-1', 'search-2', 'shard-1', 'shard-2'];
    const changed = Object.keys(services).filter((name) => !added.includes(name));
    expect(Object.keys(COMPOSE.services)).toEqual(expect.arrayContaining(changed));
    for (const name of listWaitedFor(services))
      expect(services[name]?.healthcheck ?? COMPOSE.services[name]?.healthcheck, name).toBeDefined();
    expect(Object.values(services).flatMap(({ ports }) => ports)).toEqual([]);
    expect(services.database?.command).toContain('wal_level=logical');
  });

  test('gives each node a shard and a database of its own, in the order in which web processes name them', () => {
    const nodes = ['search-1', 'search-2'].map((name) => readSettings(service.parse(services[name])));
    for (const [index, settings] of nodes.entries()) {
      expect(Object.keys(settings).filter((setting) => !(setting in SETTINGS.shape))).toEqual([]);
      expect(readConfig(settings)).toMatchObject({
        role: 'search',
        shard: { shard: index, of: nodes.length },
        databaseUrl: 'postgres://omicon:aPassword12@database:5432/omicon',
        shardDatabaseUrl: `postgres://omicon:aPassword12@shard-${index + 1}:5432/omicon`,
      });
    }
    for (const name of ['web-1', 'web-2']) {
      const environment = { ...COMPOSE.services[name]?.environment, ...services[name]?.environment };
      const { searchNodes, searchSecret } = readConfig(
        readSettings({ ...service.parse(services[name]), environment }),
      );
      expect(searchNodes).toEqual(['http://search-1:8000', 'http://search-2:8000']);
      expect(searchSecret).toBe(nodes[0]?.OMICON_SEARCH_SECRET);
    }
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

  test.each(['omicon-web', 'omicon-worker', 'omicon-search'])(
    '%s waits longer than the shutdown of the portal',
    (name) => {
      const text = read(`systemd/${name}.service`);
      expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(20);
      expect(text).toMatch(/^Type=exec$/m);
      expect(text).toMatch(/^KillMode=mixed$/m);
    },
  );
});
