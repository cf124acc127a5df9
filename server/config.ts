/**
 * Settings of the portal, read once from the environment. A wrong setting stops the start with a sentence.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** An issuer is spoken to over https; on this machine, for trying things out, over http too. */
const issuer = z
  .url('must be an address such as https://login.example.org')
  .refine(
    (address) => address.startsWith('https://') || isLoopback(address),
    'must begin with https://; http:// is only for this machine',
  );

/** Whether an address can only be reached from this machine. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '');
}

const flag = z.enum(['on', 'off'], 'must be "on" or "off"').transform((value) => value === 'on');

const environment = z.object({
  /** port of the web application */
  PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(8000),
  /** where to listen: localhost, or 0.0.0.0 behind a proxy on another machine */
  OMICON_HOST: z.string().min(1).default('localhost'),
  /** address people type; links in mail are built from it */
  OMICON_PUBLIC_URL: z.url('must be an address such as https://omicon.example.org').optional(),
  /** database (embedded only), objects, accounts of the demo */
  OMICON_DATA_DIR: z.string().min(1).default(path.join(REPOSITORY, 'var')),
  /** none = embedded Postgres in OMICON_DATA_DIR */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** where objects lie: below OMICON_DATA_DIR, or in a bucket of any S3 store */
  OMICON_STORE: z.enum(['disk', 's3'], 'must be "disk" or "s3"').default('disk'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' }).optional(),
  /** for this portal alone: what is in it and no record refers to is swept away */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /**
   * role that temporary credentials of people are cut out of; without it there are none. With it, the portal opens the
   * bucket to pages of OMICON_PUBLIC_URL by a CORS rule at its start
   */
  S3_ROLE_ARN: z.string().regex(/^arn:/, 'must begin with arn:').optional(),
  /** all = database, web and worker in one process tree */
  OMICON_ROLE: z.enum(['all', 'web', 'worker'], 'must be "all", "web" or "worker"').default('all'),
  /** a search that takes longer goes on in the background, and its person is told when it has ended */
  OMICON_SEARCH_WAIT_MS: z.coerce
    .number('must be a number of milliseconds')
    .int()
    .min(0)
    .max(60_000)
    .default(2000),
  OMICON_PREVIEW_LIMIT_BYTES: z.coerce
    .number('must be a number of bytes')
    .int()
    .min(1)
    .default(1024 * 1024),
  OMICON_GUESTS: flag.default(true),
  /** comma-separated feature flags, e.g. ONTOLOGY_AUTOCOMPLETE */
  OMICON_FLAGS: z.string().default(''),
  /** make the demo laboratory on an empty embedded database */
  OMICON_DEMO: flag.optional(),
  OMICON_DEMO_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  /** smtp://user:password@host:port; without it mail waits in the outbox, which administrators can read */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  /**
   * service that sends text messages: it gets {"to": "4917012345678", "text": "..."} as JSON by POST, answers 2xx within
   * 10 s, and is asked again when it does not; without it codes go by mail only
   */
  SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' }).optional(),
  MAIL_FROM: z.string().min(3).default('Omicon <omicon@localhost>'),
  /**
   * single sign-on of the institution, by OpenID Connect (authorization code, PKCE, RS256). Register there the redirect
   * address OMICON_PUBLIC_URL + /api/sso/callback. It lets in people on the whitelist whose e-mail address it has verified
   */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** sign-in by ORCID; its redirect address is the same */
  ORCID_CLIENT_ID: z.string().optional(),
  ORCID_CLIENT_SECRET: z.string().optional(),
  /** https://sandbox.orcid.org for trying things out */
  ORCID_ISSUER: issuer.default('https://orcid.org'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.string().default('development'),
});

/** How the portal is known at a provider of identities. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** name under which its identities are kept, where the address of the provider changes */
  identityIssuer?: string;
}

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  roleArn: string | null;
}

export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  role: 'all' | 'web' | 'worker';
  previewLimitBytes: number;
  searchWaitMs: number;
  guests: boolean;
  /** null: objects lie on disk */
  s3: S3Settings | null;
  flags: ReadonlySet<string>;
  demo: boolean;
  demoPassword: string | null;
  smtpUrl: string | null;
  smsWebhookUrl: string | null;
  mailFrom: string;
  /** null: no single sign-on, or that of the demo */
  institution: ProviderSettings | null;
  orcid: ProviderSettings | null;
  logLevel: string;
  isProduction: boolean;
}

/** Thrown for settings that cannot be used; the message is for the operator. */
export class ConfigError extends Error {}

/** @throws ConfigError with one sentence per wrong setting */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`);
    throw new ConfigError(sentences.join('\n'));
  }
  const settings = parsed.data;
  const config: Config = {
    port: settings.PORT,
    host: settings.OMICON_HOST,
    publicUrl: settings.OMICON_PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: path.resolve(settings.OMICON_DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    role: settings.OMICON_ROLE,
    searchWaitMs: settings.OMICON_SEARCH_WAIT_MS,
    previewLimitBytes: settings.OMICON_PREVIEW_LIMIT_BYTES,
    guests: settings.OMICON_GUESTS,
    s3: settings.OMICON_STORE === 's3' ? readS3(settings) : null,
    flags: new Set(
      settings.OMICON_FLAGS.split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
    demo: settings.OMICON_DEMO ?? settings.DATABASE_URL === undefined,
    demoPassword: settings.OMICON_DEMO_PASSWORD ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    smsWebhookUrl: settings.SMS_WEBHOOK_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    institution: readProvider('OIDC', settings.OIDC_ISSUER, {
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
    }),
    orcid: readProvider('ORCID', settings.ORCID_CLIENT_ID && settings.ORCID_ISSUER, {
      clientId: settings.ORCID_CLIENT_ID,
      clientSecret: settings.ORCID_CLIENT_SECRET,
    }),
    logLevel: settings.LOG_LEVEL,
    isProduction: settings.NODE_ENV === 'production',
  };
  refuseContradictions(config);
  return config;
}

/** @throws ConfigError when only some of a provider's settings are there */
function readProvider(
  name: 'OIDC' | 'ORCID',
  issuer: string | undefined,
  { clientId, clientSecret }: { clientId: string | undefined; clientSecret: string | undefined },
): ProviderSettings | null {
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret };
  if (!issuer && !clientId && !clientSecret) return null;
  throw new ConfigError(
    name === 'OIDC'
      ? 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none.'
      : 'ORCID_CLIENT_ID and ORCID_CLIENT_SECRET belong together: set both or none.',
  );
}

/** @throws ConfigError with one sentence for each setting that is missing */
function readS3(settings: z.output<typeof environment>): S3Settings {
  const needed = {
    S3_ENDPOINT: settings.S3_ENDPOINT,
    S3_BUCKET: settings.S3_BUCKET,
    S3_ACCESS_KEY_ID: settings.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: settings.S3_SECRET_ACCESS_KEY,
  };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length > 0)
    throw new ConfigError(missing.map(([name]) => `OMICON_STORE=s3 needs ${name}.`).join('\n'));
  return {
    endpoint: needed.S3_ENDPOINT ?? '',
    bucket: needed.S3_BUCKET ?? '',
    region: settings.S3_REGION,
    accessKeyId: needed.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: needed.S3_SECRET_ACCESS_KEY ?? '',
    roleArn: settings.S3_ROLE_ARN ?? null,
  };
}

function refuseContradictions(config: Config): void {
  const faults: string[] = [];
  if (config.databaseUrl === null && config.role !== 'all') {
    faults.push(
      `OMICON_ROLE=${config.role} needs DATABASE_URL: the embedded database belongs to role "all".`,
    );
  }
  if (config.databaseUrl !== null && config.demo) {
    faults.push('OMICON_DEMO=on is only for the embedded database; leave it out with DATABASE_URL.');
  }
  if (config.isProduction) {
    if (config.demo || config.demoPassword !== null)
      faults.push('The demo laboratory does not run in production; set OMICON_DEMO=off.');
    if (!config.publicUrl.startsWith('https://'))
      faults.push('OMICON_PUBLIC_URL must begin with https:// in production.');
    if ([config.institution, config.orcid].some((provider) => provider && isLoopback(provider.issuer)))
      faults.push('OIDC_ISSUER and ORCID_ISSUER must begin with https:// in production.');
    if (config.smtpUrl === null)
      faults.push('SMTP_URL is needed in production: people verify their e-mail address.');
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}
