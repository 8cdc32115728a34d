import type { SignInProvider } from '#contract/sign-in/provider-names.ts';

/** The providers that people can sign in with, embedded in the page. Parsed without zod, which the landing page does not load. */
export function signInProviders(): readonly SignInProvider[] {
  const text = document.getElementById('sign-in-providers')?.textContent;
  const value: unknown = text ? JSON.parse(text) : [];
  return Array.isArray(value) ? value.filter(isProvider) : [];
}

/** The name of a provider, as on its button. */
export function providerName(id: string): string {
  return signInProviders().find((each) => each.id === id)?.name ?? id;
}

function isProvider(value: unknown): value is SignInProvider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string' &&
    'logsOutThere' in value &&
    typeof value.logsOutThere === 'boolean'
  );
}
