/**
 * The settings of `settings.ts`, read once from the environment. An invalid setting prevents the start with a message.
 */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { isLoopback, REPOSITORY, SETTINGS } from './settings.ts';

export { isLoopback, REPOSITORY, SETTINGS } from './settings.ts';

/** Version of the product: that of the repository. */
export const PRODUCT_VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'))).version;

/** Registration of the portal at an identity provider. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** name under which its identities are stored, in case the address of the provider changes */
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

/** Up to so many cores, the parts of a search would share them with the web process and the database. */
const CORES_WITHOUT_PARTS = 2;

export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  /** addresses and networks whose X-Forwarded-For is trusted */
  trustedProxies: readonly string[];
  /** words for missing values in sample tables, beside the usual ones */
  missingWords: readonly string[];
  dataDir: string;
  databaseUrl: string | null;
  role: 'all' | 'web' | 'worker' | 'search';
  previewLimitBytes: number;
  /** per person, and as many replies; 0 for no limit */
  commentsAMinute: number;
  searchWaitMs: number;
  sessionCacheMs: number;
  /** keys x module slots; null for the default */
  searchSplitFrom: number | null;
  /** in the order of their shards */
  searchNodes: string[];
  /** of web processes and search nodes */
  searchSecret: string | null;
  /** of a search node: with `of` 4, shard 1 is the second of four */
  shard: { shard: number; of: number } | null;
  /** null for an embedded database */
  shardDatabaseUrl: string | null;
  /** read replicas for searches */
  searchDatabaseUrls: readonly string[];
  searchThreads: number;
  /** at most this many parts of one search; 1 for none */
  searchParts: number;
  /** 0 for none */
  requestThreads: number;
  computeThreads: number;
  computeMemoryMiB: number;
  guests: boolean;
  /** null if objects are on disk */
  s3: S3Settings | null;
  flags: ReadonlySet<string>;
  demo: boolean;
  demoPassword: string | null;
  smtpUrl: string | null;
  smsWebhookUrl: string | null;
  mailFrom: string;
  /** null for no single sign-on, or that of the demo */
  institution: ProviderSettings | null;
  orcid: ProviderSettings | null;
  logLevel: string;
  isProduction: boolean;
}

/** Thrown for invalid settings; the message is for the operator. */
export class ConfigError extends Error {}

/** @throws ConfigError with one sentence per invalid setting */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = SETTINGS.safeParse(present);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`);
    throw new ConfigError(sentences.join('\n'));
  }
  const settings = parsed.data;
  const config: Config = {
    port: settings.PORT,
    host: settings.OMICON_HOST,
    publicUrl: settings.OMICON_PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    trustedProxies: settings.OMICON_TRUSTED_PROXIES,
    missingWords: settings.OMICON_MISSING_WORDS,
    dataDir: path.resolve(settings.OMICON_DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    role: settings.OMICON_ROLE,
    searchSplitFrom: settings.OMICON_SEARCH_SPLIT_FROM ?? null,
    searchNodes: (settings.OMICON_SEARCH_NODES ?? []).map((address) => address.replace(/\/$/, '')),
    searchSecret: settings.OMICON_SEARCH_SECRET ?? null,
    shard: readShard(settings.OMICON_SEARCH_SHARD),
    shardDatabaseUrl: settings.OMICON_SHARD_DATABASE_URL ?? null,
    searchWaitMs: settings.OMICON_SEARCH_WAIT_MS,
    sessionCacheMs: settings.OMICON_SESSION_CACHE_MS,
    searchDatabaseUrls: settings.OMICON_SEARCH_DATABASE_URLS,
    searchThreads: settings.OMICON_SEARCH_THREADS,
    searchParts:
      settings.OMICON_SEARCH_PARTS ??
      (os.availableParallelism() > CORES_WITHOUT_PARTS ? settings.OMICON_SEARCH_THREADS : 1),
    requestThreads: settings.OMICON_REQUEST_THREADS,
    computeThreads: settings.OMICON_COMPUTE_THREADS,
    computeMemoryMiB: settings.OMICON_COMPUTE_MEMORY_MB,
    previewLimitBytes: settings.OMICON_PREVIEW_LIMIT_BYTES,
    commentsAMinute: settings.OMICON_COMMENTS_A_MINUTE,
    guests: settings.OMICON_GUESTS,
    s3: settings.OMICON_STORE === 's3' ? readS3(settings) : null,
    flags: new Set(settings.OMICON_FLAGS),
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

/** `2/4` is shard 1 of 4. */
function readShard(text: string | undefined): Config['shard'] {
  const [shard, of] = (text ?? '').split('/').map(Number);
  return shard && of ? { shard: shard - 1, of } : null;
}

/** @throws ConfigError if only some of a provider's settings are set */
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

/** @throws ConfigError with one sentence per missing setting */
function readS3(settings: z.output<typeof SETTINGS>): S3Settings {
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

/** Settings of search nodes and of those who ask them. */
function listShardFaults({ role, shard, searchNodes, searchSecret }: Config): string[] {
  const faults: string[] = [];
  if ((role === 'search' || searchNodes.length > 0) && searchSecret === null)
    faults.push('Search nodes need OMICON_SEARCH_SECRET.');
  if (role === 'search' && shard === null) faults.push('OMICON_ROLE=search needs OMICON_SEARCH_SHARD.');
  if (shard !== null && shard.shard >= shard.of)
    faults.push(`OMICON_SEARCH_SHARD=${shard.shard + 1}/${shard.of} is not one of ${shard.of} shards.`);
  return faults;
}

function refuseContradictions(config: Config): void {
  const faults = listShardFaults(config);
  if (config.databaseUrl === null && config.role !== 'all') {
    faults.push(
      `OMICON_ROLE=${config.role} needs DATABASE_URL: the embedded database belongs to role "all".`,
    );
  }
  if (config.databaseUrl !== null && config.demo) {
    faults.push('OMICON_DEMO=on is only for the embedded database; leave it out with DATABASE_URL.');
  }
  // A search node has no people.
  if (config.isProduction && config.role !== 'search') {
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
