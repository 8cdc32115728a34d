import { describe, expect, it } from 'vitest';
import { AT_PROVIDER_MS, PROVIDER_MESSAGES, providerRoutes } from '#contract/sign-in/providers.ts';
import { buildTestApp } from '#test/app.ts';
import { TestProvider } from '#test/open-id-provider.ts';
import { connected, county, google, signInAtProviders, test } from '#test/provider-app.ts';
import { Browser, beAt, PUBLIC_URL, signedIn } from '#test/provider-visits.ts';

signInAtProviders();

describe('an answer that is not to be trusted', () => {
  const untrusted = [
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['another nonce', { claims: { nonce: 'of-another-visit' } }],
    ['an expired token', { claims: { exp: 1_000_000_000, iat: 999_999_000 } }],
    ['an unsigned token', { isUnsigned: true }],
    ['an unknown key', { header: { kid: 'unknown' } }],
  ] as const;
  it.each(untrusted)('with %s signs nobody in', async (_, wrong) => {
    await connected();
    google.wrong = wrong;
    const answer = await new Browser(test).visit();
    expect([answer.status, answer.error().error_message]).toEqual([
      400,
      PROVIDER_MESSAGES.untrusted('Google'),
    ]);
    google.wrong = {};
    signedIn((await new Browser(test).visit()).ok());
  });

  it('is used once, in time, by the browser that has begun it', async () => {
    await connected();
    const browser = new Browser(test);
    const other = new Browser(test);
    await other.leave();
    const answer = await google.answer(await browser.leave());
    const over = async (from: Browser, body: object) => (await from.finish(body)).error().error_message;
    expect(await over(other, answer)).toBe(PROVIDER_MESSAGES.over);
    expect(await over(new Browser(test), answer)).toBe(PROVIDER_MESSAGES.over);
    expect(await over(browser, { ...answer, state: 'made-up' })).toBe(PROVIDER_MESSAGES.over);
    // A second tab of the same browser does not disturb the first.
    await browser.leave();
    signedIn((await browser.finish(answer)).ok());
    expect(await over(browser, answer)).toBe(PROVIDER_MESSAGES.over);
    const late = await google.answer(await browser.leave());
    test.clock.advance(AT_PROVIDER_MS);
    expect(await over(browser, late)).toBe(PROVIDER_MESSAGES.over);
  });

  it('does not count for another provider', async () => {
    beAt(county);
    const browser = new Browser(test);
    const answer = await county.answer(await browser.leave({ id: 'county' }));
    expect((await browser.finish(answer, 'google')).error().error_message).toBe(PROVIDER_MESSAGES.over);
    // An attacker leads the browser from Google to the county: the county's answer names itself (RFC 9207).
    const { state } = await google.answer(await browser.leave());
    const mixed = await browser.finish({ ...answer, state });
    expect(mixed.error().error_message).toBe(PROVIDER_MESSAGES.untrusted('Google'));
  });

  it('does not count for another visit, even at the same provider', async () => {
    await connected();
    const [browser, other] = [new Browser(test), new Browser(test)];
    const { state } = await google.answer(await browser.leave());
    const answer = await google.answer(await other.leave());
    const injected = await browser.finish({ ...answer, state });
    expect(injected.error().error_message).toBe(PROVIDER_MESSAGES.over);
  });

  it('binds the browser by a cookie that other sites and scripts cannot send or read', async () => {
    const begun = await test.call(providerRoutes.beginProvider, { params: { provider: 'google' }, body: {} });
    expect(String(begun.headers['set-cookie'])).toMatch(
      /^at_provider=[\w-]{43}; Path=\/api\/v1\/authorization; Max-Age=1200; HttpOnly; SameSite=Strict$/,
    );
    const address = new URL(begun.ok().address);
    expect(address.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/sign-in/google`);
    expect(address.searchParams.get('code_challenge_method')).toBe('S256');
  });

  it('follows new keys at once', async () => {
    await connected();
    await google.rotateKeys();
    signedIn((await new Browser(test).visit()).ok());
  });

  it('says so if somebody has said no there, or the provider is away', async () => {
    google.isDenied = true;
    const denied = await new Browser(test).visit();
    expect([denied.status, denied.error().error_message]).toEqual([400, PROVIDER_MESSAGES.refused('Google')]);
    google.isDenied = false;
    const away = await TestProvider.start(`${PUBLIC_URL}/sign-in/away`);
    const second = await buildTestApp({
      PUBLIC_URL,
      OIDC_PROVIDERS: 'away',
      ...away.variables('away'),
      OIDC_AWAY_NAME: 'Away',
    });
    await away.close();
    const params = { provider: 'away' };
    const answer = await second.call(providerRoutes.beginProvider, { params, body: {} });
    expect([answer.status, answer.error().error_message]).toEqual([503, PROVIDER_MESSAGES.away('Away')]);
    await second.close();
  });
});
