import { KNOWN_PROVIDERS } from '#contract/sign-in/provider-names.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { ConfigError } from './config-values.ts';

/**
 * The OpenID Connect providers that people sign in with: `OIDC_PROVIDERS` names them, and each has variables with its own name
 * in theirs, such as `OIDC_GOOGLE_CLIENT_ID`. docs/running/providers.md says how to set them up.
 */
export interface ProviderSettings {
  /** The provider's name in `OIDC_PROVIDERS`. */
  readonly id: string;
  /** The provider's name on the buttons. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * The tenants whose accounts are let in; empty: all. Ids of tenants at Microsoft, domains of Workspace at Google,
   * otherwise domains of e-mail addresses.
   */
  readonly tenants: readonly string[];
  /** Whether logging out here also logs out at the provider. */
  readonly logsOutThere: boolean;
  /** Whether the provider asks everybody for two steps, though its answers may not say so. */
  readonly asksTwoSteps: boolean;
}

const ID = /^[a-z][a-z0-9_]{0,29}$/;
const LINE = /^[^\p{Cc}]{1,500}$/u;
const PARTS = ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER', 'NAME', 'TENANTS', 'LOG_OUT', 'TWO_STEPS'] as const;
type Part = (typeof PARTS)[number];
type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the providers from the variables. Throws `ConfigError`. */
export function providersOf(set: Environment): readonly ProviderSettings[] {
  const ids = (set.OIDC_PROVIDERS ?? '').split(',').map((id) => id.trim());
  const named = ids.filter((id) => id !== '');
  for (const id of named) {
    if (!ID.test(id) || named.indexOf(id) !== named.lastIndexOf(id))
      throw new ConfigError(
        'OIDC_PROVIDERS takes names separated by commas, each once and of small letters, digits and _: google,microsoft.',
      );
  }
  refuseUnknown(set, named);
  return named.map((id) => providerOf(set, id));
}

const nameOf = (id: string, part: Part) => `OIDC_${id.toUpperCase()}_${part}`;

// A misspelt variable would otherwise open a provider to everybody, or leave it out.
function refuseUnknown(set: Environment, ids: readonly string[]): void {
  const known = new Set(['OIDC_PROVIDERS', ...ids.flatMap((id) => PARTS.map((part) => nameOf(id, part)))]);
  const unknown = Object.keys(set).find((name) => name.startsWith('OIDC_') && !known.has(name));
  if (unknown !== undefined)
    throw new ConfigError(
      `${unknown} is set, but it belongs to none of the providers in OIDC_PROVIDERS. Each may have ${PARTS.map((part) => `OIDC_…_${part}`).join(', ')}.`,
    );
}

function providerOf(set: Environment, id: string): ProviderSettings {
  const known = id === 'google' || id === 'microsoft' ? KNOWN_PROVIDERS[id] : undefined;
  const read = (part: Part, fallback?: string) => {
    const value = set[nameOf(id, part)] ?? fallback;
    if (value === undefined)
      throw new ConfigError(`${nameOf(id, part)} is missing: OIDC_PROVIDERS names ${id}.`);
    if (!LINE.test(value))
      throw new ConfigError(`${nameOf(id, part)} takes one line of text, up to 500 characters.`);
    return value;
  };
  const isOn = (part: Part) => {
    const value = set[nameOf(id, part)];
    if (value !== undefined && value !== '1')
      throw new ConfigError(`${nameOf(id, part)} takes 1, or nothing.`);
    return value !== undefined;
  };
  return {
    id,
    name: read('NAME', known?.name),
    issuer: issuerOf(set, nameOf(id, 'ISSUER'), read('ISSUER', known?.issuer)),
    clientId: read('CLIENT_ID'),
    clientSecret: read('CLIENT_SECRET'),
    tenants: (set[nameOf(id, 'TENANTS')] ?? '')
      .split(',')
      .map((tenant) => tenant.trim().toLowerCase())
      .filter((tenant) => tenant !== ''),
    logsOutThere: isOn('LOG_OUT'),
    asksTwoSteps: isOn('TWO_STEPS'),
  };
}

// Without TLS only for trials on one machine: anybody could read the keys and secrets.
function issuerOf(set: Environment, name: string, issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const mayBePlain = set.NODE_ENV !== 'production' && url !== null && isLoopback(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain)) || url.search)
    throw new ConfigError(`${name} takes an address with https://, as the provider’s own papers name it.`);
  return issuer;
}
