import { PRODUCT_DEFAULTS } from '#contract/product.ts';
import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { notice, ok, type StartupFinding, wrong } from './finding.ts';

/** Production's demands on the variables; see README, *Running it for real*. */

/** Checks the configuration alone. */
export function checkSettings(config: Config): readonly StartupFinding[] {
  return [
    config.production
      ? ok('NODE_ENV', 'production')
      : wrong('NODE_ENV', 'is not production: calls are not logged', 'Set it to production'),
    checkAddress(config),
    checkProxy(config),
    checkPlans(config),
    checkSender(config),
    checkSignature(config),
    ...checkOperator(config),
  ];
}

function checkAddress({ publicUrl }: Config): StartupFinding {
  const { hostname, protocol } = new URL(publicUrl);
  const set = 'Set it to the https:// address at which people reach the program';
  if (isLoopback(hostname))
    return wrong('PUBLIC_URL', `is ${publicUrl}: links in mails lead nowhere for others`, set);
  if (protocol !== 'https:')
    return wrong('PUBLIC_URL', `is ${publicUrl}: passwords travel in the clear`, set);
  return ok('PUBLIC_URL', publicUrl);
}

// The program itself speaks no TLS: with an https address there is a proxy in front of it.
function checkProxy({ publicUrl, trustProxy }: Config): StartupFinding {
  if (trustProxy !== false) return ok('TRUST_PROXY', 'callers are told apart behind the proxy');
  if (!publicUrl.startsWith('https:'))
    return notice('TRUST_PROXY', 'is not set: right where there is no proxy in front');
  return wrong(
    'TRUST_PROXY',
    'is not set, and PUBLIC_URL is https: all callers look like the proxy, and one who guesses passwords locks out everybody',
    'Set it to the number of proxies in front, or to their addresses',
  );
}

function checkPlans({ stripe }: Config): StartupFinding {
  if (stripe !== undefined) return ok('PAYMENTS', 'Stripe takes them');
  return notice('PAYMENTS', 'are a sandbox: plans cost nothing', 'Set the five STRIPE_ variables to be paid');
}

function checkSender({ mailFrom }: Config): StartupFinding {
  const domain = domainOf(mailFrom.address);
  if (!domain.includes('.'))
    return wrong(
      'MAIL_FROM',
      `is ${mailFrom.address}, which is no address to mail from`,
      'Set it to an address of a domain of yours',
    );
  return ok('MAIL_FROM', mailFrom.address);
}

// Relaxed alignment (DMARC): the same domain, or one within the other.
function checkSignature({ mailFrom, dkim, smtpUrl }: Config): StartupFinding {
  const domain = domainOf(mailFrom.address);
  if (dkim === undefined)
    return notice(
      'DKIM',
      smtpUrl === undefined
        ? 'is not set'
        : 'is not set: mails are signed only where the mail server does it',
      `Have it sign for ${domain}, or set the three DKIM_ variables`,
    );
  const signs = dkim.domain.toLowerCase();
  if (domain !== signs && !domain.endsWith(`.${signs}`) && !signs.endsWith(`.${domain}`))
    return wrong(
      'DKIM',
      `signs for ${signs}, but mails come from ${domain}: mailbox providers do not count that`,
      'Set DKIM_DOMAIN to the domain of MAIL_FROM',
    );
  return ok('DKIM', `signs for ${signs}`);
}

function domainOf(address: string): string {
  return (address.split('@')[1] ?? '').toLowerCase();
}

function checkOperator({ product }: Config): readonly StartupFinding[] {
  const details = [
    ['OPERATOR_NAME', product.operatorName, PRODUCT_DEFAULTS.operatorName],
    ['OPERATOR_ADDRESS', product.operatorAddress, PRODUCT_DEFAULTS.operatorAddress],
    ['CONTACT_EMAIL', product.contactEmail, PRODUCT_DEFAULTS.contactEmail],
  ] as const;
  return details.map(([item, value, example]) =>
    value === example
      ? wrong(
          item,
          'is not set: the policies and mails name nobody who could be asked',
          'Set it, and have the policies checked for your country',
        )
      : ok(item, value),
  );
}
