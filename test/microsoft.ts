import { onTestFinished, vi } from 'vitest';
import type { TestProvider } from './open-id-provider.ts';

/**
 * Microsoft's endpoint for all tenants, played by a provider on loopback: its metadata names the issuer by a pattern, each token by
 * its tenant. It sends no `iss` with the code. See https://learn.microsoft.com/entra/identity-platform/access-tokens.
 */

const MICROSOFT = 'https://login.microsoftonline.com';
/** An address of all tenants (`common`), of organisations, or of one tenant, and the rest of its path. */
const ENDPOINT = /^(\/[\w-]+\/v2\.0)(\/.*)$/;
const ISSUER = `${MICROSOFT}/{tenantid}/v2.0`;

/** The issuer in the tokens of a tenant. */
export const issuerOf = (tenant: string) => ISSUER.replace('{tenantid}', tenant);

/** The variables of Microsoft with accounts of all tenants. */
export function microsoftVariables(provider: TestProvider): Readonly<Record<string, string>> {
  const { OIDC_MICROSOFT_ISSUER: _, ...variables } = provider.variables('microsoft');
  return variables;
}

/** Redirects Microsoft's addresses to the provider until the test's end. */
export function playMicrosoft(provider: TestProvider): void {
  const onNetwork = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== MICROSOFT) return await onNetwork(input, init);
    const [, endpoint = '', path = ''] = ENDPOINT.exec(url.pathname) ?? [];
    const response = await onNetwork(provider.issuer + path + url.search, init);
    if (!path.startsWith('/.well-known/')) return response;
    const published = (await response.text()).replaceAll(provider.issuer, MICROSOFT + endpoint);
    const { authorization_response_iss_parameter_supported: _, ...document } = JSON.parse(published);
    return Response.json({ ...document, issuer: ISSUER });
  });
  onTestFinished(() => spy.mockRestore());
}

/** The provider's answer in Microsoft's form. */
export async function answerOfMicrosoft(
  provider: TestProvider,
  address: string,
): Promise<Readonly<Record<string, string>>> {
  const url = new URL(address);
  // The provider on loopback lets nobody choose an account.
  url.searchParams.delete('prompt');
  const path = ENDPOINT.exec(url.pathname)?.[2] ?? '';
  const { iss: _, ...answer } = await provider.answer(provider.issuer + path + url.search);
  return answer;
}

/** Signs the person in with an account of a tenant. */
export function beOfTenant(provider: TestProvider, tid: string, iss = issuerOf(tid)): void {
  provider.wrong = { claims: { tid, iss } };
}
