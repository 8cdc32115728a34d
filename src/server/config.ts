import { isIP } from 'node:net';
import { z } from 'zod';
import { PRODUCT_DEFAULTS, type ProductFacts } from '#contract/product.ts';
import { TRIAL_MAILS_PER_DAY } from '#contract/rules/sending-quota.ts';
import { type ClamdPlace, clamdPlace } from '#server/platform/files/scanner/clamd.ts';
import type { Key } from '#server/platform/keys/key.ts';
import { MAIL_PROVIDERS, type MailProvider } from '#server/platform/mail/reports/providers/provider-names.ts';
import { type ProviderSettings, providersOf } from './config-providers.ts';
import {
  address,
  bounceAddress,
  ConfigError,
  keyFile,
  line,
  origin,
  postgresUrl,
  privateKey,
  proxies,
  secretKeys,
  sender,
  urlOf,
  uuids,
  wholeNumber,
} from './config-values.ts';
import { DATA_DIR_DEFAULT } from './data-folder.ts';

/**
 * The configuration, read from environment variables. All are optional; the README lists the defaults.
 * Source: docs/requirements/product.md 7.
 */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /**
   * The origin of all links, without a trailing slash. Read it when needed: with port 0 it is known only after
   * listening.
   */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Unset: the places of sessions are unknown. */
  readonly geoFile?: string | undefined;
  /** The keys that encrypt secrets in the database, the newest first, or the file that has them. Neither: a file in `dataDir`. */
  readonly keys?: readonly Key[] | undefined;
  readonly keyFile?: string | undefined;
  /** Whether to start even if the database lists files and none of them exists. */
  readonly startWithoutFiles: boolean;
  /** The number of processes that share `PORT` on this machine. */
  readonly processes: number;
  /** Unset: the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** The server itself, if `databaseUrl` is a pooler. Unset: they are the same. */
  readonly databaseDirectUrl?: string | undefined;
  /** A replica of the database, for public pages. */
  readonly databaseReadUrl?: string | undefined;
  /** The most connections of one process to `databaseUrl`, and likewise to its replica. */
  readonly databaseConnections: number;
  /** Unset: files are in `dataDir`. */
  readonly s3?: S3Config | undefined;
  /** Unset: mails are written to the outbox in `dataDir`. */
  readonly smtpUrl?: string | undefined;
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** The address that reports about newsletters' mails return to, each with its own token. Unset: they return to `mailFrom`. */
  readonly bounceAddress?: string | undefined;
  /** The mailbox of `bounceAddress`. Unset: no mailbox is read. */
  readonly bounceImapUrl?: string | undefined;
  /** The provider that sends the mails and reports on them, and the secret that proves its reports. */
  readonly mailProvider?: { readonly name: MailProvider; readonly secret: string } | undefined;
  /** The most mails per minute. Unset: no limit. */
  readonly mailPerMinute?: number | undefined;
  /** The first day of a new sender, `YYYY-MM-DD`. Unset: receivers know the sender. */
  readonly mailWarmUp?: string | undefined;
  /** The most addresses that a school on trial may mail in one day. */
  readonly trialMailsPerDay: number;
  /** The days after which a school's log, and its newsletters' recipients, are forgotten. Unset: never. */
  readonly retentionLogDays?: number | undefined;
  readonly retentionRecipientsDays?: number | undefined;
  /** Ids of schools that are exempt from the trial's mail limit. */
  readonly trustedSchools: readonly string[];
  readonly dkim?: Readonly<Record<'domain' | 'selector' | 'key', string>> | undefined;
  /** Unset: the sandbox, which moves no money. */
  readonly stripe?:
    | (Readonly<
        Record<'secretKey' | 'publishableKey' | 'webhookSecret' | 'priceMonthly' | 'priceYearly', string>
      > & { readonly apiBase?: string | undefined })
    | undefined;
  /** The providers that people can sign in with besides the password, in this order. */
  readonly providers: readonly ProviderSettings[];
  /** Unset: the embedded renderer. */
  readonly mjmlApi?: Readonly<Record<'url' | 'id' | 'secret', string>> | undefined;
  readonly product: ProductFacts;
  /** The proxies whose `X-Forwarded-For` is trusted: none, how many, or which addresses. */
  readonly trustProxy: false | number | readonly string[];
  /** Unset: the public port serves no metrics. */
  readonly metricsToken?: string | undefined;
  /** The passphrase that encrypts backups. Only commands use it. */
  readonly backupPassphrase?: string | undefined;
  /** The virus scanner for uploads. Unset: uploads are not scanned. */
  readonly clamd?: { readonly place: ClamdPlace; readonly isOptional: boolean } | undefined;
  /** Whether browsers learn that the subdomains of `publicUrl` are https, too. */
  readonly hstsSubdomains: boolean;
  /** Whether webhooks may go to private addresses, to any port, and without encryption. */
  readonly webhooksAllowPrivate: boolean;
  /** Unset: metrics have no port of their own. */
  readonly metricsPort?: number | undefined;
}

/** A bucket of an S3 store. */
export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is named in the path of an address or in front of its host. */
  readonly style: 'path' | 'host';
}

const PORT_MAX = 65_535;
const PROCESSES_MAX = 64;
/** Enough to keep a core busy. */
const DATABASE_CONNECTIONS = 10;

const text = line('one line of text, up to 500 characters');

const variables = z.object({
  // A mistyped 'production' must not pass silently as development.
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'production, development or test, or nothing')
    .optional(),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]{1,255}$/, 'a host name or an IP address')
    .default('127.0.0.1'),
  PORT: wholeNumber(0, PORT_MAX, `a whole number from 0 to ${PORT_MAX}`).default(3000),
  PUBLIC_URL: origin('an address like https://news.school.example, without a path').optional(),
  DATA_DIR: line('the path of a folder').default(DATA_DIR_DEFAULT),
  SECRET_KEYS: secretKeys.optional(),
  KEY_FILE: keyFile.optional(),
  GEO_FILE: line('the path of an MMDB file').optional(),
  START_WITHOUT_FILES: z.literal('1', '1, or nothing').optional(),
  PROCESSES: wholeNumber(1, PROCESSES_MAX, `a whole number from 1 to ${PROCESSES_MAX}`).default(1),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber(2, 200, 'a whole number from 2 to 200').default(DATABASE_CONNECTIONS),
  S3_ENDPOINT: urlOf(['http:', 'https:'], 'an address with http:// or https://').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, 'the name of a bucket')
    .optional(),
  S3_REGION: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_STYLE: z.enum(['path', 'host'], 'path or host, or nothing').optional(),
  SMTP_URL: urlOf(
    ['smtp:', 'smtps:'],
    'an address like smtps://user:password@mail.school.example',
  ).optional(),
  MAIL_FROM: sender.optional(),
  BOUNCE_ADDRESS: bounceAddress.optional(),
  BOUNCE_IMAP_URL: urlOf(
    ['imap:', 'imaps:'],
    'an address like imaps://user:password@mail.school.example',
  ).optional(),
  MAIL_PROVIDER: z.enum(MAIL_PROVIDERS, `one of ${MAIL_PROVIDERS.join(', ')}`).optional(),
  MAIL_PROVIDER_SECRET: text.optional(),
  MAIL_PER_MINUTE: wholeNumber(1, 1_000_000, 'a whole number of mails, 1 or more').optional(),
  MAIL_WARM_UP: z.iso.date('a day like 2027-01-31').optional(),
  TRIAL_MAILS_PER_DAY: wholeNumber(1, 1_000_000, 'a whole number of addresses, 1 or more').default(
    TRIAL_MAILS_PER_DAY,
  ),
  TRUSTED_SCHOOLS: uuids.default([]),
  RETENTION_LOG_DAYS: wholeNumber(30, 36_500, 'a whole number of days, 30 or more').optional(),
  RETENTION_RECIPIENTS_DAYS: wholeNumber(30, 36_500, 'a whole number of days, 30 or more').optional(),
  DKIM_DOMAIN: text.optional(),
  DKIM_SELECTOR: text.optional(),
  DKIM_KEY: privateKey.optional(),
  PAYMENTS: z.literal('sandbox', 'sandbox, or nothing where Stripe is set').optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_PRICE_MONTHLY: text.optional(),
  STRIPE_PRICE_YEARLY: text.optional(),
  STRIPE_API_BASE: urlOf(['http:', 'https:'], 'an address with http:// or https://').optional(),
  MJML_API_URL: urlOf(['http:', 'https:'], 'an address with http:// or https://').optional(),
  MJML_API_ID: text.optional(),
  MJML_API_SECRET: text.optional(),
  PRODUCT_NAME: line('one line of text, up to 500 characters').default(PRODUCT_DEFAULTS.name),
  CONTACT_EMAIL: address('an e-mail address').default(PRODUCT_DEFAULTS.contactEmail),
  CONTACT_PHONE: text.default(PRODUCT_DEFAULTS.contactPhone),
  SOCIAL_URL: urlOf(['https:'], 'an address with https://').default(PRODUCT_DEFAULTS.socialUrl),
  OPERATOR_NAME: text.default(PRODUCT_DEFAULTS.operatorName),
  OPERATOR_ADDRESS: text.default(PRODUCT_DEFAULTS.operatorAddress),
  TRUST_PROXY: proxies.default(false),
  CLAMD_URL: urlOf(
    ['unix:', 'tcp:'],
    'an address like unix:///run/clamav/clamd.ctl or tcp://127.0.0.1:3310',
  ).optional(),
  CLAMD_OPTIONAL: z.literal('1', '1, or nothing').optional(),
  HSTS_SUBDOMAINS: z.literal('1', '1, or nothing').optional(),
  WEBHOOKS_ALLOW_PRIVATE: z.literal('1', '1, or nothing').optional(),
  BACKUP_PASSPHRASE: text.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,500}$/, '16 characters or more, without spaces')
    .optional(),
  METRICS_PORT: wholeNumber(1, PORT_MAX, `a whole number from 1 to ${PORT_MAX}`).optional(),
});
type Variables = z.output<typeof variables>;

/** Reads the configuration. Throws `ConfigError` for the first invalid variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Compose files set unused variables to the empty string.
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    // The message leaves the value out, because it may be a secret.
    throw new ConfigError(`${String(issue?.path[0])} takes ${issue?.message}.`);
  }
  return { ...configOf(parsed.data), providers: providersOf(set) };
}

function configOf(set: Variables): Omit<Config, 'providers'> {
  const publicUrl = set.PUBLIC_URL ?? `http://${hostInUrl(set.HOST)}:${set.PORT}`;
  return {
    production: set.NODE_ENV === 'production',
    host: set.HOST,
    port: set.PORT,
    publicUrl,
    dataDir: set.DATA_DIR,
    ...keysOf(set),
    geoFile: set.GEO_FILE,
    startWithoutFiles: set.START_WITHOUT_FILES !== undefined,
    processes: processesOf(set),
    databaseUrl: set.DATABASE_URL,
    databaseDirectUrl: withDatabase(set, 'DATABASE_DIRECT_URL'),
    databaseReadUrl: withDatabase(set, 'DATABASE_READ_URL'),
    databaseConnections: set.DATABASE_CONNECTIONS,
    s3: s3Of(set),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? {
      name: set.PRODUCT_NAME,
      address: `no-reply@${mailHost(new URL(publicUrl).hostname)}`,
    },
    bounceAddress: set.BOUNCE_ADDRESS,
    bounceImapUrl: bounceImapUrlOf(set),
    mailProvider: mailProviderOf(set),
    mailPerMinute: set.MAIL_PER_MINUTE,
    mailWarmUp: set.MAIL_WARM_UP,
    trialMailsPerDay: set.TRIAL_MAILS_PER_DAY,
    retentionLogDays: set.RETENTION_LOG_DAYS,
    retentionRecipientsDays: set.RETENTION_RECIPIENTS_DAYS,
    trustedSchools: set.TRUSTED_SCHOOLS,
    dkim: allOrNone(set, { domain: 'DKIM_DOMAIN', selector: 'DKIM_SELECTOR', key: 'DKIM_KEY' }),
    stripe: stripeOf(set),
    mjmlApi: allOrNone(set, { url: 'MJML_API_URL', id: 'MJML_API_ID', secret: 'MJML_API_SECRET' }),
    product: {
      name: set.PRODUCT_NAME,
      contactEmail: set.CONTACT_EMAIL,
      contactPhone: set.CONTACT_PHONE,
      socialUrl: set.SOCIAL_URL,
      operatorName: set.OPERATOR_NAME,
      operatorAddress: set.OPERATOR_ADDRESS,
    },
    trustProxy: set.TRUST_PROXY,
    backupPassphrase: set.BACKUP_PASSPHRASE,
    metricsToken: set.METRICS_TOKEN,
    metricsPort: metricsPortOf(set),
    clamd: clamdOf(set),
    hstsSubdomains: set.HSTS_SUBDOMAINS !== undefined,
    webhooksAllowPrivate: set.WEBHOOKS_ALLOW_PRIVATE !== undefined,
  };
}

function keysOf({ SECRET_KEYS: keys, KEY_FILE: file }: Variables): Pick<Config, 'keys' | 'keyFile'> {
  if (keys !== undefined && file !== undefined)
    throw new ConfigError('SECRET_KEYS is set, and KEY_FILE is, too: unset one of the two.');
  return { keys, keyFile: file };
}

function processesOf({ PROCESSES: processes, DATABASE_URL: url }: Variables): number {
  if (processes > 1 && url === undefined)
    throw new ConfigError(
      `PROCESSES is ${processes}, but DATABASE_URL is not set: the embedded database is for one process. Set DATABASE_URL to a PostgreSQL server, or unset PROCESSES.`,
    );
  return processes;
}

function clamdOf({ CLAMD_URL: url, CLAMD_OPTIONAL: optional }: Variables): Config['clamd'] {
  if (url !== undefined) return { place: clamdPlace(url), isOptional: optional !== undefined };
  if (optional !== undefined)
    throw new ConfigError('CLAMD_OPTIONAL is set, but CLAMD_URL is not: set both, or the second alone.');
  return undefined;
}

function metricsPortOf({ METRICS_PORT: metricsPort, PORT: port }: Variables): number | undefined {
  if (metricsPort === port)
    throw new ConfigError(`METRICS_PORT is ${port}, as PORT is: set it to another port, or unset it.`);
  return metricsPort;
}

function withDatabase(set: Variables, name: 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL'): string | undefined {
  if (set[name] !== undefined && set.DATABASE_URL === undefined)
    throw new ConfigError(`${name} is set, but DATABASE_URL is not: set both, or the second alone.`);
  return set[name];
}

function bounceImapUrlOf(set: Variables): string | undefined {
  if (set.BOUNCE_IMAP_URL !== undefined && set.BOUNCE_ADDRESS === undefined)
    throw new ConfigError(
      'BOUNCE_IMAP_URL is set, but BOUNCE_ADDRESS is not: set both, or the second alone.',
    );
  return set.BOUNCE_IMAP_URL;
}

function mailProviderOf(set: Variables): Config['mailProvider'] {
  const { MAIL_PROVIDER: name, MAIL_PROVIDER_SECRET: secret } = set;
  if (name !== undefined && secret !== undefined) return { name, secret };
  allOrNone(set, { name: 'MAIL_PROVIDER', secret: 'MAIL_PROVIDER_SECRET' });
  return undefined;
}

function s3Of(set: Variables): Config['s3'] {
  const s3 = allOrNone(set, {
    endpoint: 'S3_ENDPOINT',
    bucket: 'S3_BUCKET',
    region: 'S3_REGION',
    accessKeyId: 'S3_ACCESS_KEY_ID',
    secretAccessKey: 'S3_SECRET_ACCESS_KEY',
  });
  if (s3 === undefined && set.S3_STYLE !== undefined)
    throw new ConfigError('S3_STYLE is set, but S3_ENDPOINT is not: set both, or neither.');
  return s3 && { ...s3, style: set.S3_STYLE ?? 'path' };
}

function stripeOf(set: Variables): Config['stripe'] {
  const stripe = stripeVariables(set);
  if (stripe === undefined && set.PAYMENTS === undefined && set.NODE_ENV === 'production')
    throw new ConfigError(
      'STRIPE_SECRET_KEY is missing: in production the five STRIPE_… variables are set, or PAYMENTS=sandbox, with which plans cost nothing.',
    );
  if (stripe !== undefined && set.PAYMENTS !== undefined)
    throw new ConfigError('PAYMENTS is sandbox, but STRIPE_SECRET_KEY is set: unset one of the two.');
  return stripe;
}

function stripeVariables(set: Variables): Config['stripe'] {
  const stripe = allOrNone(set, {
    secretKey: 'STRIPE_SECRET_KEY',
    publishableKey: 'STRIPE_PUBLISHABLE_KEY',
    webhookSecret: 'STRIPE_WEBHOOK_SECRET',
    priceMonthly: 'STRIPE_PRICE_MONTHLY',
    priceYearly: 'STRIPE_PRICE_YEARLY',
  });
  return stripe && { ...stripe, apiBase: set.STRIPE_API_BASE };
}

/**
 * Reads variables that belong together: all of them, or undefined if none is set. Throws `ConfigError` if some are
 * missing.
 */
function allOrNone<K extends string>(
  set: Variables,
  names: Readonly<Record<K, keyof Variables>>,
): Record<K, string> | undefined;
function allOrNone(
  set: Variables,
  names: Readonly<Record<string, keyof Variables>>,
): Record<string, string> | undefined {
  const values = Object.entries(names).map(([key, name]) => ({ key, name, value: set[name] }));
  const missing = values.filter(({ value }) => value === undefined);
  if (missing.length === values.length) return undefined;
  if (missing[0])
    throw new ConfigError(
      `${missing[0].name} is missing: ${values.map(({ name }) => name).join(', ')} are set together or not at all.`,
    );
  return Object.fromEntries(values.map(({ key, value }) => [key, String(value)]));
}

/** The host as written in a URL. The wildcard addresses become `localhost`, since nobody can connect to them. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}

// A bare IP address is not valid in a mail address.
function mailHost(hostname: string): string {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : hostname;
}
