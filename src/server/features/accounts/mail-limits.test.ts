import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inviteRoutes } from '#contract/invites.ts';
import { peopleRoutes } from '#contract/people.ts';
import { MAILS_PER_HOUR, SHARED_MAILS } from '#contract/rules/mail-limits.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { newColleague } from '#test/examples/schools.ts';
import {
  createPerson,
  createSchool,
  freshEmail,
  mailedToken,
  PASSWORD,
  registerPerson,
  signIn,
} from '#test/factories.ts';

/** Limits on mails that people cause. Threats 26, 45 and 46. */

const { register, forgotPassword, updateProfile, updatePassword, changePassword } = peopleRoutes;

let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => await test.close());

const signUp = (email: string, ip = '192.0.2.1') => test.call(register, { body: { user: { email } }, ip });
const requestReset = (email: string, ip = '192.0.2.1') => test.call(forgotPassword, { body: { email }, ip });
const mailsTo = async (wanted: (address: string) => boolean) => {
  await test.jobs.settled();
  return test.mail.sent.filter(({ to }) => wanted(to.address));
};
const WARN = 40;
const warnings = () =>
  test.log.map((line) => z.looseObject({ level: z.number() }).parse(JSON.parse(line))).filter(isWarning);
const isWarning = ({ level }: { level: number }) => level === WARN;
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('a stranger', () => {
  it('cannot exhaust the mails that somebody needs to reset a password', async () => {
    const email = await registerPerson(test);
    for (const at of times(20)) await signUp(email, `198.51.100.${at}`);
    await test.jobs.settled();
    const before = test.mail.to(email).length;
    await requestReset(email);
    const mails = await mailsTo((address) => address === email);
    expect(mails).toHaveLength(before + 1);
    expect(mails.at(-1)?.subject).toBe('Choose a new Inkwell password');
  });

  it('cannot exhaust them with tagged addresses either', async () => {
    const email = await registerPerson(test, `jo-${freshEmail().replace('school.example', 'gmail.com')}`);
    for (const at of times(20)) {
      const tagged = email.replace('@', `+${at}@`);
      await signUp(tagged, `198.51.${at}.1`);
      await requestReset(tagged, `198.51.${at}.1`);
    }
    await requestReset(email);
    await mailedToken(test, email);
    expect(test.mail.to(email).at(-1)?.subject).toBe('Choose a new Inkwell password');
  });

  it('causes at most five mails an hour to a mailbox, whatever its tags, dots and capitals', async () => {
    for (const at of times(10)) {
      await signUp(`jo.bell+${at}@gmail.com`, `198.51.${at}.1`);
      await signUp(`j.o.bell+${at}@GoogleMail.com`, `198.51.${at}.1`);
      await requestReset(`jo.bell+${at}@gmail.com`, `198.51.${at}.1`);
      await test.jobs.settled();
    }
    const mails = await mailsTo((address) => /^j\.?o\.bell/.test(address));
    expect(mails.map(({ to }) => to.address)).toEqual([
      // The same mailbox, typed in several ways.
      'jo.bell+0@gmail.com',
      'j.o.bell+0@googlemail.com',
      'jo.bell+0@gmail.com',
      'jo.bell+1@gmail.com',
      'j.o.bell+1@googlemail.com',
    ]);
    test.clock.advance(HOUR_MS + 1000);
    await signUp('jo.bell@gmail.com');
    expect(await mailsTo((address) => address === 'jo.bell@gmail.com')).toHaveLength(1);
  });

  it('causes mails to a hundred addresses an hour from one network, and the answers do not reveal the limit', async () => {
    const answers = await Promise.all(times(300).map((at) => signUp(freshEmail(), `198.51.100.${at % 250}`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await mailsTo(() => true)).toHaveLength(MAILS_PER_HOUR.signUp.network);
    const about = { mails: 'signUp', max: MAILS_PER_HOUR.signUp.network, network: '198.51.100.0/24' };
    expect(warnings()).toEqual([expect.objectContaining({ ...about, level: WARN })]);
    // Another network is not limited.
    const email = freshEmail();
    await signUp(email, '203.0.113.1');
    expect(await mailsTo((address) => address === email)).toHaveLength(1);
  });

  it('reaches the total limit of sign-up mails with some networks, and other mails still go out', async () => {
    const known = await registerPerson(test);
    const { total } = MAILS_PER_HOUR.signUp;
    const attack = () =>
      Promise.all(times(total + 50).map((at) => signUp(freshEmail(), `10.0.${at % 6}.${at % 250}`)));
    await attack();
    expect(await mailsTo(() => true)).toHaveLength(total);
    expect(warnings()).toEqual([expect.objectContaining({ mails: 'signUp', max: total, level: WARN })]);
    await requestReset(known);
    const school = await createSchool(test);
    const invite = newColleague();
    (await test.call(inviteRoutes.createInvite, { token: school.owner.token, body: { invite } })).ok();
    expect(await mailsTo((address) => [known, invite.email].includes(address))).toHaveLength(3);
    // One warning an hour.
    test.clock.advance(HOUR_MS + 1000);
    await attack();
    expect(warnings()).toHaveLength(2);
  });
});

describe('somebody else', () => {
  const { total } = MAILS_PER_HOUR.signUp;
  const useUp = async (times: number) => {
    await signUp(freshEmail());
    await test.context.database.query(`update attempts set count = $1 where key like 'mail-signUp-total:%'`, [
      times * total,
    ]);
  };
  const signUpsFrom = async (network: string, count: number) => {
    const emails = times(count).map(() => freshEmail());
    for (const email of emails) await signUp(email, network);
    return (await mailsTo((address) => emails.includes(address))).length;
  };

  it('gets the first mails of a network although strangers have used up all', async () => {
    await useUp(1);
    expect(await signUpsFrom('203.0.113.1', SHARED_MAILS.ofNetwork + 2)).toBe(SHARED_MAILS.ofNetwork);
    expect(await signUpsFrom('2001:db8:7::1', 1)).toBe(1);
  });

  it('gets none once so many networks have done the same that it is an attack of thousands', async () => {
    await useUp(SHARED_MAILS.times);
    expect(await signUpsFrom('203.0.113.1', 1)).toBe(0);
  });
});

describe('somebody with an account', () => {
  it('causes at most five confirmations an hour to a mailbox, whoever asks', async () => {
    for (const at of times(8)) {
      const { token } = await createPerson(test, { passwordHash });
      const body = { user: { email: `jo+${at}@home.example` } };
      (await test.call(updateProfile, { token, body, ip: `198.51.${at}.1` })).ok();
    }
    expect(await mailsTo((address) => address.endsWith('@home.example'))).toHaveLength(5);
  });

  it('causes at most fifty confirmations from a network', async () => {
    for (const at of times(6)) {
      const { token } = await createPerson(test, { passwordHash });
      for (const each of times(10)) {
        const body = { user: { email: `jo-${at}-${each}@home.example` } };
        (await test.call(updateProfile, { token, body })).ok();
        // Nobody is asked to confirm an address that was changed again before its mail.
        await test.jobs.settled();
      }
    }
    expect(await mailsTo((address) => address.endsWith('@home.example'))).toHaveLength(
      MAILS_PER_HOUR.newAddress.network,
    );
  });

  it('cannot fill a mailbox by changing the password repeatedly', async () => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    const passwords = times(14).map((at) => (at === 0 ? PASSWORD : `${PASSWORD} ${at}`));
    for (const [at, existing_password] of passwords.slice(0, -1).entries()) {
      const body = { existing_password, password: passwords[at + 1] };
      (await test.call(updatePassword, { token, body })).ok();
    }
    const mails = await mailsTo((address) => address === email);
    expect(mails.filter(({ subject }) => subject.includes('was changed'))).toHaveLength(10);
  });
});

describe('a school', () => {
  it('causes at most five invitations an hour to a mailbox, together with other schools', async () => {
    const schools = [await createSchool(test), await createSchool(test)];
    for (const at of times(8)) {
      const token = schools[at % 2]?.owner.token;
      const invite = { ...newColleague(), email: `jo+${at}@home.example` };
      expect((await test.call(inviteRoutes.createInvite, { token, body: { invite } })).status).toBe(201);
    }
    expect(await mailsTo((address) => address.endsWith('@home.example'))).toHaveLength(5);
  });

  it('gets reminders of an open invitation mailed under the sign-up limit', async () => {
    const { owner } = await createSchool(test);
    const invite = newColleague();
    (await test.call(inviteRoutes.createInvite, { token: owner.token, body: { invite } })).ok();
    for (const at of times(8)) await requestReset(invite.email, `198.51.${at}.1`);
    const mails = await mailsTo((address) => address === invite.email);
    expect(mails.filter(({ subject }) => subject === 'Your invitation to Inkwell')).toHaveLength(5);
    // An hour later, they can still sign up themselves.
    test.clock.advance(HOUR_MS + 1000);
    await signUp(invite.email);
    const token = await mailedToken(test, invite.email);
    const body = { password: PASSWORD, password_confirmation: PASSWORD };
    expect((await test.call(changePassword, { params: { token }, body })).status).toBe(200);
  });
});
