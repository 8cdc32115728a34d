import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { CONFIRM_NEEDED } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { SUDO_MS } from '#contract/route.ts';
import { PROVIDER_MESSAGES, providerRoutes } from '#contract/sign-in/providers.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { freshEmail, setPasswordHash, signIn } from '#test/factories.ts';
import {
  connected,
  google,
  passwordHash,
  personWithPassword,
  signInAtProviders,
  test,
} from '#test/provider-app.ts';
import { Browser, beAt, signedIn } from '#test/provider-visits.ts';

signInAtProviders();

describe('somebody who is signed in', () => {
  it('is asked again by us after a visit that may have asked nothing, unless we cannot', async () => {
    const person = await personWithPassword();
    const token = await signIn(test, person.email);
    beAt(google);
    const browser = new Browser(test);
    (await browser.visit({ row: 'connect', token })).ok();
    const byGoogle = async () => signedIn((await new Browser(test).visit()).ok()).token.auth_token;
    const change = async (by: string) =>
      await test.call(peopleRoutes.updateProfile, { token: by, body: { user: { email: freshEmail() } } });
    expect((await change(await byGoogle())).error().error_code).toBe(CONFIRM_NEEDED);
    const bare = { passwordHash: null };
    await test.context.database.orm().update(users).set(bare).where(eq(users.id, person.id));
    expect((await change(await byGoogle())).status).toBe(200);
  });

  it('connects and disconnects, and keeps the last way to sign in', async () => {
    const person = await personWithPassword();
    const token = await signIn(test, person.email);
    const list = async () => (await test.call(providerRoutes.listProviders, { token })).ok();
    expect(await list()).toMatchObject({
      has_password: true,
      providers: [{ id: 'google', connected: null }, {}],
    });
    const email = beAt(google);
    const browser = new Browser(test);
    expect((await browser.visit({ row: 'connect', token })).ok()).toEqual({ outcome: 'connected' });
    expect((await list()).providers[0]).toMatchObject({ name: 'Google', connected: { email } });
    const byGoogle = signedIn((await new Browser(test).visit()).ok()).token.auth_token;
    const stranger = await personWithPassword();
    const taken = await new Browser(test).visit({ row: 'connect', token: stranger.token });
    expect([taken.status, taken.error().error_message]).toEqual([409, PROVIDER_MESSAGES.taken('Google')]);
    beAt(google);
    const second = await new Browser(test).visit({ row: 'connect', token });
    expect(second.error().error_message).toBe(PROVIDER_MESSAGES.hasOne('Google'));
    const off = () => test.call(providerRoutes.disconnectProvider, { token, params: { provider: 'google' } });
    const set = (hash: string | null) => setPasswordHash(test, person.id, hash);
    await set(null);
    expect((await off()).error().error_message).toBe(PROVIDER_MESSAGES.lastWay);
    await set(passwordHash);
    expect((await off()).status).toBe(204);
    expect((await test.call(peopleRoutes.myProfile, { token: byGoogle })).status).toBe(401);
    expect((await list()).providers[0]?.connected).toBeNull();
    expect(await test.subjectsTo(person.email)).toEqual([
      'Google was connected: Inkwell',
      'Google was disconnected: Inkwell',
    ]);
    const notices = test.mail.to(person.email).map(({ text }) => text);
    expect(notices.every((text) => text.includes(`Google account ${email}`))).toBe(true);
  });

  it('confirms who it is at the provider, with their own account and just now', async () => {
    const person = await connected();
    const own = google.person;
    const token = signedIn((await new Browser(test).visit()).ok()).token.auth_token;
    const off = () => test.call(providerRoutes.disconnectProvider, { token, params: { provider: 'google' } });
    test.clock.advance(SUDO_MS + 1);
    expect((await off()).error()).toMatchObject({
      error_code: CONFIRM_NEEDED,
      ways: ['password', 'provider'],
    });
    beAt(google, { email: person.email });
    const other = await new Browser(test).visit({ row: 'confirm', token });
    expect(other.error().error_message).toBe(PROVIDER_MESSAGES.someoneElse('Google'));
    google.person = own;
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    google.wrong = { claims: { auth_time: hourAgo } };
    const early = await new Browser(test).visit({ row: 'confirm', token });
    expect(early.error().error_message).toBe(PROVIDER_MESSAGES.notAnew('Google'));
    expect((await off()).status).toBe(403);
    google.wrong = {};
    expect((await new Browser(test).visit({ row: 'confirm', token })).ok()).toEqual({ outcome: 'confirmed' });
    expect((await off()).status).toBe(204);
  });

  it('is not made to connect somebody else’s account, nor to sign in by it', async () => {
    const attacker = await personWithPassword();
    const victim = await personWithPassword();
    const victims = new Browser(test);
    await victims.leave({ row: 'connect', token: victim.token });
    beAt(google);
    const attackers = new Browser(test);
    for (const how of [{ row: 'connect', token: attacker.token }, {}] as const) {
      const answer = await google.answer(await attackers.leave(how));
      expect((await victims.finish(answer)).error().error_message).toBe(PROVIDER_MESSAGES.over);
    }
    const { providers } = (await test.call(providerRoutes.listProviders, { token: victim.token })).ok();
    expect(providers[0]?.connected).toBeNull();
  });

  it('connects nothing once they are signed out', async () => {
    const person = await personWithPassword();
    const token = await signIn(test, person.email);
    beAt(google);
    const browser = new Browser(test);
    const answer = await google.answer(await browser.leave({ row: 'connect', token }));
    await test.call(peopleRoutes.logout, { token });
    expect((await browser.finish(answer)).error().error_message).toBe(PROVIDER_MESSAGES.over);
  });
});
