import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-values.ts';

const wrong: readonly (readonly [string, string, string])[] = [
  ['NODE_ENV', 'Production', 'production, development or test'],
  ['PORT', 'eighty', 'a whole number from 0 to 65535'],
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PORT', '-1', 'a whole number from 0 to 65535'],
  ['PORT', '80.5', 'a whole number from 0 to 65535'],
  ['PROCESSES', '65', 'a whole number from 1 to 64'],
  ['HOST', 'my host', 'a host name'],
  ['PUBLIC_URL', 'news.school.example', 'an address like https://'],
  ['PUBLIC_URL', 'https://school.example/news', 'without a path'],
  ['PUBLIC_URL', 'javascript:alert(1)', 'an address like https://'],
  ['DATABASE_URL', 'mysql://localhost/inkwell', 'postgres://'],
  ['DATABASE_URL', 'postgres://a/b?sslrootcert=/nope.pem', 'in sslrootcert the path of a certificate'],
  ['DATABASE_READ_URL', 'postgres://a/b?sslkey=/', 'a private key in PEM form: / cannot be read (EISDIR'],
  ['DATABASE_DIRECT_URL', `postgres://a/b?sslcert=${encodeURIComponent(import.meta.filename)}`, 'is none'],
  ['SMTP_URL', 'mail.school.example', 'smtps://'],
  ['MAIL_FROM', 'Inkwell', 'an address like'],
  ['MAIL_FROM', 'Inkwell <news@school.example>\r\nBcc: evil@else.example', 'an address like'],
  ['MAIL_PER_MINUTE', '0', 'a whole number'],
  ['MAIL_WARM_UP', '31 January', 'a day like 2027-01-31'],
  ['TRIAL_MAILS_PER_DAY', '0', 'a whole number'],
  ['TRUSTED_SCHOOLS', 'elm-grove', 'the ids of schools'],
  ['CONTACT_EMAIL', 'nobody', 'an e-mail address'],
  ['SOCIAL_URL', 'javascript:alert(1)', 'https://'],
  ['TRUST_PROXY', 'sometimes', 'true, false, the number of proxies'],
  ['TRUST_PROXY', '99', 'the number of proxies'],
  ['PRODUCT_NAME', 'Ink\nwell', 'one line'],
  ['DKIM_KEY', 'secret', 'a private key of RSA in PEM form'],
  ['DKIM_KEY', ed25519(), 'a private key of RSA in PEM form'],
  ['PAYMENTS', 'stripe', 'sandbox'],
];
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_MONTHLY: 'price_1',
  STRIPE_PRICE_YEARLY: 'price_2',
};

function ed25519(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

describe('the configuration', () => {
  it('has a default for every variable', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: './data',
      trustProxy: false,
    });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.smtpUrl).toBeUndefined();
    expect(config.stripe).toBeUndefined();
    expect(config.product.name).toBe('Inkwell');
  });

  it('has several processes on a server only', () => {
    const several = { PROCESSES: '4' };
    expect(() => readConfig(several)).toThrow(
      'PROCESSES is 4, but DATABASE_URL is not set: the embedded database is for one process. Set DATABASE_URL to a PostgreSQL server, or unset PROCESSES.',
    );
    expect(readConfig({ ...several, DATABASE_URL: 'postgres://localhost/inkwell' }).processes).toBe(4);
  });

  it('has no two servers at one port', () => {
    expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT is 3000, as PORT is');
    expect(readConfig({ METRICS_PORT: '3001' }).metricsPort).toBe(3001);
  });

  it('takes providers by their names, and says what one lacks', () => {
    const google = { OIDC_GOOGLE_CLIENT_ID: 'id', OIDC_GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readConfig({}).providers).toEqual([]);
    const county = {
      ISSUER: 'https://id.kent.example',
      CLIENT_ID: 'c',
      CLIENT_SECRET: 's',
      TENANTS: 'Kent.example, b',
    };
    const ofCounty = Object.fromEntries(
      Object.entries(county).map(([part, text]) => [`OIDC_COUNTY_${part}`, text]),
    );
    const both = { OIDC_PROVIDERS: 'google, county', ...google, ...ofCounty };
    expect(() => readConfig(both)).toThrow('OIDC_COUNTY_NAME is missing: OIDC_PROVIDERS names county.');
    expect(readConfig({ ...both, OIDC_COUNTY_NAME: 'Kent' }).providers).toMatchObject([
      {
        id: 'google',
        name: 'Google',
        issuer: 'https://accounts.google.com',
        tenants: [],
        logsOutThere: false,
      },
      { id: 'county', name: 'Kent', tenants: ['kent.example', 'b'] },
    ]);
    const refused = (set: object) => () => readConfig({ OIDC_PROVIDERS: 'google', ...google, ...set });
    expect(refused({ OIDC_GOGLE_TENANTS: 'x' })).toThrow('OIDC_GOGLE_TENANTS is set, but it belongs to none');
    expect(refused({ OIDC_GOOGLE_ISSUER: 'http://id.kent.example' })).toThrow('OIDC_GOOGLE_ISSUER takes');
    expect(
      refused({ NODE_ENV: 'production', OIDC_GOOGLE_ISSUER: 'http://127.0.0.1:4', PAYMENTS: 'sandbox' }),
    ).toThrow('OIDC_GOOGLE_ISSUER takes');
    expect(refused({ OIDC_GOOGLE_CLIENT_ID: undefined })).toThrow('OIDC_GOOGLE_CLIENT_ID is missing');
    expect(refused({ OIDC_GOOGLE_LOG_OUT: 'yes' })).toThrow('OIDC_GOOGLE_LOG_OUT takes 1, or nothing.');
    expect(refused({ OIDC_PROVIDERS: 'google,google' })).toThrow('OIDC_PROVIDERS takes names');
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
    });
  });

  it.each([
    [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://localhost:8080'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: 'news.lan' }, 'http://news.lan:3000'],
    [{ PUBLIC_URL: 'https://news.school.example/' }, 'https://news.school.example'],
  ])('derives the public URL from %j', (environment, publicUrl) => {
    expect(readConfig(environment).publicUrl).toBe(publicUrl);
  });

  it.each(wrong)('rejects %s=%j with one line that says what it takes', (name, value, takes) => {
    const others = name.startsWith('DKIM') ? { DKIM_DOMAIN: 'school.example', DKIM_SELECTOR: 'ink' } : {};
    const read = () => readConfig({ ...others, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(takes);
    expect(read).toThrow(new RegExp(`^${name} takes [^\n]+\\.$`));
  });

  it('does not quote an invalid secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:hunter2@localhost/x' })).toThrow(/^((?!hunter2).)*$/);
  });

  it.each([
    [{ S3_BUCKET: 'files' }, 'S3_ENDPOINT'],
    [{ DKIM_DOMAIN: 'school.example' }, 'DKIM_SELECTOR'],
    [{ STRIPE_SECRET_KEY: 'sk_test' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ MJML_API_ID: 'one' }, 'MJML_API_URL'],
  ])('names the variable missing from %j', (environment, missing) => {
    expect(() => readConfig(environment)).toThrow(`${missing} is missing`);
  });

  it('uses the payment sandbox in production only when PAYMENTS says so', () => {
    const production = { NODE_ENV: 'production' };
    expect(() => readConfig(production)).toThrow(
      /^STRIPE_SECRET_KEY is missing: [^\n]*PAYMENTS=sandbox[^\n]*\.$/,
    );
    expect(readConfig({ ...production, PAYMENTS: 'sandbox' }).stripe).toBeUndefined();
    expect(readConfig({ ...production, ...STRIPE }).stripe).toMatchObject({ secretKey: 'sk_live_1' });
    expect(readConfig({ PAYMENTS: 'sandbox' }).stripe).toBeUndefined();
    // One of the two is a mistake, and the program cannot know which.
    expect(() => readConfig({ ...STRIPE, PAYMENTS: 'sandbox' })).toThrow(/^PAYMENTS is sandbox, but /);
  });

  it('reads senders, proxies and keys', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const config = readConfig({
      MAIL_FROM: 'Elm Grove <news@school.example>',
      TRUST_PROXY: '10.0.0.0/8, 192.168.1.1',
      DKIM_DOMAIN: 'school.example',
      DKIM_SELECTOR: 'ink',
      DKIM_KEY: key.replaceAll('\n', '\\n'),
    });
    expect(config.mailFrom).toEqual({ name: 'Elm Grove', address: 'news@school.example' });
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '192.168.1.1']);
    expect(config.dkim?.key).toBe(key);
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readConfig({ MAIL_FROM: 'news@school.example' }).mailFrom).toEqual({
      name: '',
      address: 'news@school.example',
    });
  });
});
