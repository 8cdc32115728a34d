import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PROVIDER_MESSAGES } from '#contract/sign-in/providers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createPerson, freshEmail } from '#test/factories.ts';
import {
  answerOfMicrosoft,
  beOfTenant,
  issuerOf,
  microsoftVariables,
  playMicrosoft,
} from '#test/microsoft.ts';
import { TestProvider } from '#test/open-id-provider.ts';
import { asked, Browser, PUBLIC_URL, signedIn } from '#test/provider-visits.ts';

/** Accounts of all of Microsoft's tenants, whose issuer is published as a pattern. */

const OAKFIELD = '0d5c7a31-5b0f-4c8e-9a3e-2f1f6a1d0001';
const STRANGER = '0d5c7a31-5b0f-4c8e-9a3e-2f1f6a1d0002';
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';

let microsoft: TestProvider;
let test: TestApp;
let ofOakfield: TestApp;
beforeAll(async () => {
  microsoft = await TestProvider.start(`${PUBLIC_URL}/sign-in/microsoft`);
  const variables = { PUBLIC_URL, OIDC_PROVIDERS: 'microsoft', ...microsoftVariables(microsoft) };
  test = await buildTestApp(variables);
  ofOakfield = await buildTestApp({ ...variables, OIDC_MICROSOFT_TENANTS: OAKFIELD.toUpperCase() });
});
afterAll(async () => {
  await test.close();
  await ofOakfield.close();
  await microsoft.close();
});
beforeEach(() => playMicrosoft(microsoft));

/** Goes to Microsoft and comes back. */
async function visit(browser: Browser, more: object = {}) {
  const answer = await answerOfMicrosoft(microsoft, await browser.leave({ id: 'microsoft' }));
  return await browser.finish({ ...answer, ...more }, 'microsoft');
}

/** Signs in for the first time, with an account of a tenant that has proven the address. */
async function begun(tenant: string, person: object) {
  microsoft.person = { sub: 'the-same', xms_edov: true, ...person };
  beOfTenant(microsoft, tenant);
  const browser = new Browser(test);
  const { step } = asked((await visit(browser)).ok(), 'no_account');
  return (await browser.step('account', { step })).ok().session.user.data;
}

it('takes the same subject of two tenants for two people, and each for themself again', async () => {
  const [own, strangers] = [freshEmail(), freshEmail()];
  const ivy = await begun(OAKFIELD, { email: own });
  const other = await begun(STRANGER, { email: strangers });
  expect(other.id).not.toBe(ivy.id);
  // The other tenant's administrator writes our address: the tenant decides whose identity it is.
  microsoft.person = { ...microsoft.person, email: own };
  expect(signedIn((await visit(new Browser(test))).ok()).user.data.id).toBe(other.id);
  beOfTenant(microsoft, OAKFIELD);
  expect(signedIn((await visit(new Browser(test))).ok()).user.data.id).toBe(ivy.id);
  // A third tenant's, connected with nobody: the password is required, as for any address.
  beOfTenant(microsoft, '0d5c7a31-5b0f-4c8e-9a3e-2f1f6a1d0003');
  expect((await visit(new Browser(test))).error().error_message).toBe(
    PROVIDER_MESSAGES.otherWay('Microsoft'),
  );
});

it('believes an address that the tenant has not proven of personal accounts alone', async () => {
  const { email } = await createPerson(test);
  microsoft.person = { sub: 'writes-any-address', email: freshEmail(), email_verified: true };
  beOfTenant(microsoft, STRANGER);
  asked((await visit(new Browser(test))).ok(), 'password');
  microsoft.person = { ...microsoft.person, email };
  asked((await visit(new Browser(test))).ok(), 'password');
  microsoft.person = { ...microsoft.person, email: freshEmail() };
  beOfTenant(microsoft, PERSONAL);
  asked((await visit(new Browser(test))).ok(), 'no_account');
});

it.each([
  ['names another tenant than its issuer', STRANGER, issuerOf(OAKFIELD)],
  ['names the pattern itself', OAKFIELD, issuerOf('{tenantid}')],
  ['is of another issuer', OAKFIELD, `https://evil.example/${OAKFIELD}/v2.0`],
])('refuses a token that %s', async (_, tenant, issuer) => {
  await begun(tenant, { email: freshEmail(), sub: `of-${issuer}` });
  beOfTenant(microsoft, tenant, issuer);
  const answer = await visit(new Browser(test));
  expect([answer.status, answer.error().error_message]).toEqual([
    400,
    PROVIDER_MESSAGES.untrusted('Microsoft'),
  ]);
});

it('refuses a token without a tenant', async () => {
  microsoft.person = { sub: 'of-no-tenant', email: freshEmail(), xms_edov: true };
  microsoft.wrong = { claims: { iss: issuerOf('undefined') } };
  expect((await visit(new Browser(test))).error().error_message).toBe(
    PROVIDER_MESSAGES.untrusted('Microsoft'),
  );
});

it('compares an issuer that comes with the code', async () => {
  await begun(OAKFIELD, { sub: 'with-issuer', email: freshEmail() });
  signedIn((await visit(new Browser(test), { iss: issuerOf(OAKFIELD) })).ok());
  for (const iss of [issuerOf(STRANGER), issuerOf('{tenantid}'), 'https://accounts.google.com'])
    expect((await visit(new Browser(test), { iss })).error().error_message).toBe(
      PROVIDER_MESSAGES.untrusted('Microsoft'),
    );
});

it('lets in who is of the tenants that the operator names, and nobody else', async () => {
  microsoft.person = { sub: 'at-oakfield', email: freshEmail(), xms_edov: true };
  beOfTenant(microsoft, OAKFIELD);
  asked((await visit(new Browser(ofOakfield))).ok(), 'no_account');
  for (const tenant of [STRANGER, PERSONAL]) {
    beOfTenant(microsoft, tenant);
    const answer = await visit(new Browser(ofOakfield));
    expect([answer.status, answer.error().error_message]).toEqual([
      400,
      PROVIDER_MESSAGES.tenant('Microsoft'),
    ]);
  }
});
