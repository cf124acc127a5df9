/**
 * Settings of the portal: name, shape, meaning, default. `config.ts` reads them, and
 * `npm run settings` writes docs/settings.md from them.
 */
import { isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

declare module 'zod' {
  interface GlobalMeta {
    /** allowed values, if the shape does not describe them */
    allowed?: string;
    /** default, if it is not a fixed value */
    without?: string;
  }
}

/** Whether an address can only be reached from this machine. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '');
}

/** Names of private networks known to the web server. */
const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether it is an address or a network; a network of all addresses would let clients forge theirs. */
function isProxy(name: string): boolean {
  if (PRIVATE_NETWORKS.includes(name)) return true;
  const [address = '', bits, ...more] = name.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d*$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Issuers need https, except for tests on this machine. */
const issuer = z
  .url('must be an address such as https://login.example.org')
  .refine(
    (address) => address.startsWith('https://') || isLoopback(address),
    'must begin with https://; http:// is only for this machine',
  );

const ISSUER = { allowed: 'an address beginning with `https://`; with `http://` only on this machine' };

const flag = z.enum(['on', 'off'], 'must be "on" or "off"').transform((value) => value === 'on');

const webAddress = z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' });

const WEB_ADDRESS = { allowed: 'an address beginning with `http://` or `https://`' };

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
);

export const SETTINGS = z.object({
  PORT: z.coerce
    .number('must be a port number')
    .int()
    .min(0)
    .max(65535)
    .default(8000)
    .describe('Port of the web application.'),
  OMICON_HOST: z.string().min(1).default('localhost').meta({
    description: 'Where to listen: `localhost`, or `0.0.0.0` behind a proxy on another machine.',
    allowed: 'a host name or an address of this machine',
  }),
  OMICON_PUBLIC_URL: z.url('must be an address such as https://omicon.example.org').optional().meta({
    description:
      'Public address of the portal, used in links in mails. In production it must begin with `https://`.',
    allowed: 'an address such as `https://omicon.example.org`',
    without: '`http://localhost:` and the port',
  }),
  OMICON_TRUSTED_PROXIES: commaList
    .refine((names) => names.every(isProxy), {
      error: `must be a comma-separated list of addresses, networks such as 10.0.0.0/8, or ${PRIVATE_NETWORKS.join(', ')}`,
    })
    .default([])
    .meta({
      description:
        'Reverse proxies whose X-Forwarded-For header is trusted, so that limits per address apply to clients and not to the proxy. The proxy must set or extend this header itself.',
      allowed:
        'comma-separated addresses, networks such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`; no network of all addresses',
      without: 'no proxy is trusted',
    }),
  OMICON_DATA_DIR: z.string().min(1).default(path.join(REPOSITORY, 'var')).meta({
    description:
      'Folder of the database (embedded only), the objects (unless in a bucket) and the demo accounts.',
    allowed: 'a path',
    without: '`var` in the repository',
  }),
  OMICON_ROOT_POSTGRES_DIR: z
    .string()
    .startsWith('/', 'must be an absolute path')
    .default('/var/lib/omicon')
    .meta({
      description:
        'Only if root runs the portal: folder of new embedded databases, outside `OMICON_DATA_DIR` because Postgres refuses to run as root. User `nobody` must be able to reach it.',
      allowed: 'an absolute path',
    }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .meta({
      description: 'Database of the portal, Postgres 15 or newer.',
      allowed: 'an address beginning with `postgres://` or `postgresql://`',
      without: 'an embedded Postgres in `OMICON_DATA_DIR`',
    }),
  OMICON_SEARCH_DATABASE_URLS: commaList
    .refine((urls) => urls.every((url) => /^postgres(ql)?:\/\//.test(url)), {
      error: 'must be a comma-separated list of addresses that begin with postgres://',
    })
    .default([])
    .meta({
      description:
        'Read replicas of `DATABASE_URL` for searches, shared out to the search threads. A replica that is behind by more than 2 s, or does not answer, is left out: the primary answers.',
      allowed: 'comma-separated addresses beginning with `postgres://` or `postgresql://`',
      without: 'searches read `DATABASE_URL`',
    }),
  OMICON_STORE: z
    .enum(['disk', 's3'], 'must be "disk" or "s3"')
    .default('disk')
    .describe('Where objects are stored: below `OMICON_DATA_DIR`, or in a bucket of any S3 store.'),
  S3_ENDPOINT: webAddress.optional().meta({
    ...WEB_ADDRESS,
    description: 'Address of the S3 store. Required with `OMICON_STORE=s3`.',
  }),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .meta({
      description:
        'Bucket of this portal only: unreferenced objects in it are deleted. Required with `OMICON_STORE=s3`.',
      allowed: '3 to 63 of `a-z`, `0-9`, `.` and `-`',
    }),
  S3_REGION: z.string().min(1).default('us-east-1').meta({
    description: 'Region for which requests to the store are signed.',
    allowed: 'a text',
  }),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().meta({
    description: 'Access key of the portal. Required with `OMICON_STORE=s3`.',
    allowed: 'a text',
  }),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().meta({
    description: 'Secret of `S3_ACCESS_KEY_ID`. Required with `OMICON_STORE=s3`.',
    allowed: 'a text',
  }),
  S3_ROLE_ARN: z.string().regex(/^arn:/, 'must begin with arn:').optional().meta({
    description:
      'Role from which temporary credentials for people are derived. If set, the portal allows pages of `OMICON_PUBLIC_URL` to access the bucket by a CORS rule set at its start.',
    allowed: 'a text beginning with `arn:`',
    without: 'no temporary credentials',
  }),
  OMICON_ROLE: z
    .enum(['all', 'web', 'worker', 'search'], 'must be "all", "web", "worker" or "search"')
    .default('all')
    .describe(
      'What this process is: `all` keeps database, web and worker in one process tree; `web`, `worker` and `search`, a search node, need `DATABASE_URL`.',
    ),
  OMICON_SEARCH_SPLIT_FROM: z.coerce.number('must be a number').int().min(0).optional().meta({
    description:
      'From which size a search is split: listed genes or gene sets, times modules under each definition, that the largest part has to save. 0 splits every search that can be.',
    allowed: 'a whole number from 0',
    without: '50,000,000, about 25 ms of one thread',
  }),
  OMICON_SEARCH_NODES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((address) => address !== ''))
    .pipe(z.array(webAddress).max(8, 'must be at most 8 addresses'))
    .optional()
    .meta({
      description:
        'Addresses of the search nodes in the order of their shards. Large searches are answered by them together; while one fails, from the database of the portal.',
      allowed: 'up to 8 web addresses, separated by commas',
      without: 'no search nodes',
    }),
  OMICON_SEARCH_SECRET: z.string().min(32, 'must have at least 32 characters').optional().meta({
    description: 'Secret by which web processes and search nodes know each other. Required on both.',
    allowed: 'a text of at least 32 characters',
  }),
  OMICON_SEARCH_SHARD: z
    .string()
    .regex(/^[1-8]\/[1-8]$/, 'must be like 1/2')
    .optional()
    .meta({
      description: 'With `OMICON_ROLE=search`: which of how many shards this node has.',
      allowed: '`1/2` for the first of two; up to 8',
    }),
  OMICON_SHARD_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .meta({
      description:
        'With `OMICON_ROLE=search`: database of the shard, which this node fills. Its role must be allowed to create subscriptions.',
      allowed: 'an address beginning with `postgres://` or `postgresql://`',
      without: 'an embedded Postgres in `OMICON_DATA_DIR`',
    }),
  OMICON_SEARCH_WAIT_MS: z.coerce
    .number('must be a number of milliseconds')
    .int()
    .min(0)
    .max(60_000)
    .default(2000)
    .describe(
      'Milliseconds. A search that takes longer continues in the background, and its owner is notified when it ends.',
    ),
  OMICON_SESSION_CACHE_MS: z.coerce
    .number('must be a number of milliseconds')
    .int()
    .min(0)
    .max(10_000)
    .default(1000)
    .describe(
      'Milliseconds for which a web process keeps a session it has looked up. A session that ends, or a role that changes, takes effect at once on the web process that made the change, and after this time on others; 0 looks every session up.',
    ),
  OMICON_SEARCH_THREADS: z.coerce
    .number('must be a number of threads')
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Number of threads for searches, in each web and each worker process. Each has a database connection and keeps the catalog in memory.',
    ),
  OMICON_SEARCH_PARTS: z.coerce.number('must be a number of parts').int().min(1).max(64).optional().meta({
    description:
      'Into how many parts one large search is split at most, each for an idle search thread. Answers come sooner where there are cores for the parts, and take more processor time in all; 1 splits none.',
    without: '`OMICON_SEARCH_THREADS` on a machine with more than two cores, else 1',
  }),
  OMICON_REQUEST_THREADS: z.coerce
    .number('must be a number of threads')
    .int()
    .min(0)
    .max(64)
    .default(1)
    .describe(
      'Number of threads that read and answer costly calls, in each web process, so that nobody else waits for them. Each has up to six database connections; with 0 the web process answers them itself.',
    ),
  OMICON_COMPUTE_THREADS: z.coerce
    .number('must be a number of threads')
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Number of threads for statistics over whole data sets, in each web and each worker process. Of several, one person uses all but one.',
    ),
  OMICON_COMPUTE_MEMORY_MB: z.coerce
    .number('must be a number of MiB')
    .int()
    .min(64)
    .max(1024 * 1024)
    .default(1024)
    .describe(
      'MiB. Largest size of the values that one computation reads at once; larger ones are refused with their size.',
    ),
  OMICON_PREVIEW_LIMIT_BYTES: z.coerce
    .number('must be a number of bytes')
    .int()
    .min(1)
    .default(1024 * 1024)
    .describe(
      'Bytes. Larger files have no preview. Default of the preference that administrators can change.',
    ),
  OMICON_COMMENTS_A_MINUTE: z.coerce
    .number('must be a number of comments')
    .int()
    .min(0)
    .default(120)
    .describe(
      'Number of comments, and of replies, that one person may write per minute; counted per web process. 0 for no limit.',
    ),
  OMICON_GUESTS: flag
    .default(true)
    .describe('Whether the portal admits guests. Default of the preference that administrators can change.'),
  OMICON_MISSING_WORDS: commaList.default([]).meta({
    description:
      'Words that the laboratory writes for missing values in sample tables, in any letter case, beside the usual ones such as NA, N/A, NULL and [Not Available]. They count for imports from then on.',
    allowed: 'comma-separated words',
    without: 'none',
  }),
  OMICON_FLAGS: commaList.default([]).meta({
    description: 'Feature flags, e.g. `ONTOLOGY_AUTOCOMPLETE`.',
    allowed: 'comma-separated names',
    without: 'none',
  }),
  OMICON_DEMO: flag.optional().meta({
    description:
      'Whether to create the demo laboratory and its accounts. Not with `DATABASE_URL`, and not in production.',
    without: '`on` with the embedded database, else `off`',
  }),
  OMICON_DEMO_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional().meta({
    description: 'Password of the demo accounts. Not in production.',
    allowed: 'at least 8 characters',
    without: 'a random password, chosen at the first start',
  }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional()
    .meta({
      description: 'Mail server, as `smtp://user:password@host:port`. Required in production.',
      allowed: 'an address beginning with `smtp://` or `smtps://`',
      without: 'mail waits in the outbox, which administrators can read',
    }),
  SMS_WEBHOOK_URL: webAddress.optional().meta({
    ...WEB_ADDRESS,
    description:
      'Service that sends text messages: it receives `{"to": "4917012345678", "text": "..."}` as JSON by POST and must respond 2xx within 10 s; otherwise the request is repeated.',
    without: 'codes are sent by mail only',
  }),
  MAIL_FROM: z.string().min(3).default('Omicon <omicon@localhost>').meta({
    description: 'Sender of all mail.',
    allowed: 'a name and an address, as in `Omicon <omicon@example.org>`',
  }),
  OIDC_ISSUER: issuer.optional().meta({
    ...ISSUER,
    description:
      'Single sign-on of the institution, by OpenID Connect (authorization code, PKCE, RS256). Register there the redirect address `OMICON_PUBLIC_URL` + `/api/sso/callback`. It admits people on the whitelist whose e-mail address it has verified.',
    without: 'there is no single sign-on',
  }),
  OIDC_CLIENT_ID: z.string().optional().meta({
    description: 'Client ID of the portal at `OIDC_ISSUER`. All three settings are required together.',
    allowed: 'a text',
  }),
  OIDC_CLIENT_SECRET: z.string().optional().meta({
    description: 'Secret of `OIDC_CLIENT_ID`.',
    allowed: 'a text',
  }),
  ORCID_CLIENT_ID: z.string().optional().meta({
    description: 'Sign-in by ORCID; its redirect address is the same as that of `OIDC_ISSUER`.',
    allowed: 'a text',
    without: 'there is no sign-in by ORCID',
  }),
  ORCID_CLIENT_SECRET: z.string().optional().meta({
    description: 'Secret of `ORCID_CLIENT_ID`. The two belong together.',
    allowed: 'a text',
  }),
  ORCID_ISSUER: issuer.default('https://orcid.org').meta({
    ...ISSUER,
    description: 'Where ORCID is; `https://sandbox.orcid.org` for trying things out.',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least important lines that are still logged.'),
  NODE_ENV: z.string().default('development').meta({
    description: 'With `production` the start is refused without https, without `SMTP_URL` or with the demo.',
    allowed: '`production` or any other text',
  }),
});
