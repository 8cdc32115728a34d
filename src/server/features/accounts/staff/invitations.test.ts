import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { INVITE_MESSAGES, inviteRoutes } from '#contract/invites.ts';
import { LINK_LIFETIME, PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { TRIAL_INVITATIONS_PER_DAY } from '#contract/rules/mail-limits.ts';
import { schoolRoutes } from '#contract/school.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { updateUser } from '#server/data/users.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { invitations } from '#server/platform/db/schema/people.ts';
import { MailNotSent } from '#server/platform/mail/failure.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { newColleague } from '#test/examples/schools.ts';
import {
  createPerson,
  createSchool,
  createStaff,
  freshEmail,
  invitedToken,
  mailedToken,
  PASSWORD,
  proveAgain,
  registerPerson,
  signIn,
  type TestSchool,
} from '#test/factories.ts';

const { createInvite, getInvitation, listInvites, getInvite, updateInvite, deleteInvite, withdrawInvite } =
  inviteRoutes;
const { register, forgotPassword, myProfile, changePassword } = peopleRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test, { name: 'Elm Grove' });
});
afterAll(async () => await test.close());

type Colleague = ReturnType<typeof newColleague>;

async function invite(colleague: Colleague = newColleague(), from: TestSchool = school) {
  return await test.call(createInvite, { token: from.owner.token, body: { invite: colleague } });
}

const accept = (email: string, token: string) =>
  test.call(register, { body: { user: { email, invite_token: token } } });

async function join(colleague: Colleague = newColleague(), from: TestSchool = school) {
  const id = (await invite(colleague, from)).ok().invite.data.id;
  (await accept(colleague.email, await invitedToken(test, colleague.email))).ok();
  return { id, email: colleague.email };
}

async function statusOf(id: string): Promise<string | undefined> {
  const { invites } = (await test.call(listInvites, { token: school.owner.token })).ok();
  return invites.data.find((each) => each.id === id)?.attributes.status;
}

describe('inviting', () => {
  it('lists the invited person beside the owner, and mails a link under PUBLIC_URL', async () => {
    const ada = newColleague();
    const { invite: made } = (await invite(ada)).ok();
    expect(made.data).toMatchObject({ type: 'invite', attributes: { ...ada, status: 'INVITED' } });
    const list = (await test.call(listInvites, { token: school.owner.token })).ok();
    expect(list.invites.data).toContainEqual(made.data);
    expect(list.owner.data).toMatchObject({
      id: school.owner.id,
      type: 'owner',
      attributes: { email: school.owner.email, status: 'ACTIVE' },
    });
    await test.jobs.settled();
    const [mail] = test.mail.to(ada.email);
    expect(mail?.subject).toBe('Elm Grove invites you to Inkwell');
    expect(mail?.to.name).toBe('Ada Bell');
    expect(mail?.text).toContain('A second mail then has the link to choose a password');
    expect(mail?.text).toMatch(/http:\/\/127\.0\.0\.1:3000\/home\/[\w-]{43}\n/);
    expect(mail?.html).toMatch(/http:\/\/127\.0\.0\.1:3000\/home\/[\w-]{43}/);
  });

  it.each([
    ['first_name', '', FIELD_MESSAGES.required],
    ['last_name', ' ', FIELD_MESSAGES.required],
    ['first_name', 'See evil.example', FIELD_MESSAGES.nameAddress],
    ['last_name', 'ada@school.example', FIELD_MESSAGES.nameAddress],
    ['first_name', 'x'.repeat(201), FIELD_MESSAGES.limit],
    ['role', '', FIELD_MESSAGES.required],
    ['role', 'x'.repeat(201), FIELD_MESSAGES.limit],
    ['role', 'owner', INVITE_MESSAGES.role],
    ['role', 'superuser', INVITE_MESSAGES.role],
    ['email', '', FIELD_MESSAGES.email],
    ['email', 'ada', FIELD_MESSAGES.email],
  ])('refuses %s %j', async (field, value, message) => {
    const refused = await invite({ ...newColleague(), [field]: value });
    expect(refused.status).toBe(400);
    expect(refused.error().errors).toEqual({ [field]: [message] });
  });

  it.each(['school_id', 'status', 'id', 'password', 'need_change_password'])(
    'never takes %s',
    async (key) => {
      const refused = await invite({ ...newColleague(), [key]: school.id });
      expect(refused.error().errors).toHaveProperty(key);
    },
  );

  it('keeps line breaks in a name out of the mail’s headers', async () => {
    const eve = { ...newColleague(), first_name: 'Eve\r\nBcc: all' };
    (await invite(eve)).ok();
    await test.jobs.settled();
    expect(test.mail.to(eve.email)[0]?.to.name).toBe('Eve Bcc: all Bell');
  });

  it('removes web addresses from an old name', async () => {
    const old = await createSchool(test, { name: 'HSBC - verify at evil.example' });
    await updateUser(test.context.database, old.owner.id, {
      firstName: 'https://evil.example',
      lastName: 'Bell',
    });
    const ada = newColleague();
    (await invite(ada, old)).ok();
    await test.jobs.settled();
    const [mail] = test.mail.to(ada.email);
    expect(mail?.subject).toBe('HSBC - verify at evil. example invites you to Inkwell');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('evil.example');
    // The stored name stays readable.
    const { school: read } = (await test.call(schoolRoutes.mySchool, { token: old.owner.token })).ok();
    expect(read.data?.attributes.name).toBe('HSBC - verify at evil.example');
  });

  it('refuses an address with an account in this school or another', async () => {
    const other = await createSchool(test);
    const colleague = await createStaff(test, school.id, 'editor');
    for (const email of [school.owner.email, colleague.email, other.owner.email.toUpperCase()]) {
      const refused = await invite({ ...newColleague(), email });
      expect(refused.status).toBe(409);
      expect(refused.error().errors).toEqual({ email: [ERROR_MESSAGES.emailTaken] });
    }
  });

  it('sends a fresh link when repeated, takes the new details and invalidates the old link', async () => {
    const ada = newColleague();
    const first = (await invite(ada)).ok().invite.data;
    const old = await invitedToken(test, ada.email);
    const again = (await invite({ ...ada, role: 'admin', last_name: 'Byron' })).ok().invite.data;
    expect(again).toMatchObject({ id: first.id, attributes: { role: 'admin', last_name: 'Byron' } });
    const fresh = await invitedToken(test, ada.email);
    expect(fresh).not.toBe(old);
    expect((await accept(ada.email, old)).error().error_message).toBe(PEOPLE_MESSAGES.deadInvitation);
    expect((await accept(ada.email, fresh)).status).toBe(201);
  });

  it('sends five mails an hour to an address; the sixth sends nothing and keeps the link valid', async () => {
    const ada = newColleague();
    for (let time = 0; time < 5; time += 1) (await invite(ada)).ok();
    const link = await invitedToken(test, ada.email);
    expect((await invite(ada)).status).toBe(201);
    await test.jobs.settled();
    expect(test.mail.to(ada.email)).toHaveLength(5);
    expect((await accept(ada.email, link)).status).toBe(201);
  });

  it('answers 429 after a hundred an hour by one school, and not to other schools', async () => {
    const busy = await createSchool(test, { subscriptionStatus: 'active', subscriptionPlan: 'monthly' });
    const answers = await Promise.all(Array.from({ length: 101 }, () => invite(newColleague(), busy)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(answers.find(({ status }) => status === 429)?.headers).toHaveProperty('retry-after');
    expect((await invite()).status).toBe(201);
  });

  it('answers 429 with the reason after fifty a day by a school on trial, until it has a plan', async () => {
    const trial = await createSchool(test);
    const fifty = () => Promise.all(Array.from({ length: 52 }, () => invite(newColleague(), trial)));
    for (let day = 0; day < 2; day += 1) {
      const answers = await fifty();
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(TRIAL_INVITATIONS_PER_DAY);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.error().error_message).toBe(INVITE_MESSAGES.trialFull);
      test.clock.advance(DAY_MS / 2);
      expect((await invite(newColleague(), trial)).status).toBe(429);
      test.clock.advance(DAY_MS / 2 + 1000);
    }
    await fifty();
    expect((await invite(newColleague(), trial)).status).toBe(429);
    const paid = { subscriptionStatus: 'active', subscriptionPlan: 'monthly' } as const;
    await test.context.database.orm().update(schools).set(paid).where(eq(schools.id, trial.id));
    expect((await invite(newColleague(), trial)).status).toBe(201);
  });
});

it('does not count invitations refused for an existing account towards the trial’s daily limit', async () => {
  const trial = await createSchool(test);
  const taken = { ...newColleague(), email: (await createSchool(test)).owner.email };
  for (let time = 0; time < TRIAL_INVITATIONS_PER_DAY; time += 1)
    expect((await invite(taken, trial)).status).toBe(409);
  expect((await invite(newColleague(), trial)).status).toBe(201);
});

describe('the mail of an invitation', () => {
  const refused = (permanent: boolean) =>
    new MailNotSent({ blame: 'address', permanent, trouble: null, response: '', where: 'x' });
  const troubleOf = async (id: string) => {
    const { invites } = (await test.call(listInvites, { token: school.owner.token })).ok();
    return invites.data.find((each) => each.id === id)?.attributes.mail_trouble;
  };

  it.each([
    ['later', false],
    ['never', true],
  ] as const)('shows that it has not arrived: %s; sent again, that it has', async (trouble, permanent) => {
    const ada = newColleague();
    await test.jobs.settled();
    const mail = vi.spyOn(test.mail, 'send').mockRejectedValueOnce(refused(permanent));
    const id = (await invite(ada)).ok().invite.data.id;
    await expect(test.jobs.settled()).rejects.toBeInstanceOf(MailNotSent);
    expect(await troubleOf(id)).toBe(trouble);
    mail.mockRestore();
    expect((await invite(ada)).ok().invite.data.attributes.mail_trouble).toBeNull();
    await test.jobs.settled();
    expect(await troubleOf(id)).toBeNull();
    expect(test.mail.to(ada.email)).toHaveLength(1);
  });

  it('has no trouble with its mail once it has ended', async () => {
    await test.jobs.settled();
    const mail = vi.spyOn(test.mail, 'send').mockRejectedValueOnce(refused(false));
    const id = (await invite()).ok().invite.data.id;
    await expect(test.jobs.settled()).rejects.toBeInstanceOf(MailNotSent);
    expect(await troubleOf(id)).toBe('later');
    mail.mockClear();
    const now = test.clock.now();
    await test.context.database.orm().update(invitations).set({ endsAt: now }).where(eq(invitations.id, id));
    await test.jobs.run('account_mail', { kind: 'invitation', invitationId: id, inviterId: school.owner.id });
    expect(mail).not.toHaveBeenCalled();
    expect(await troubleOf(id)).toBeNull();
    mail.mockRestore();
  });
});

describe('an invitation', () => {
  it('works once, for the invited address, and sets the role', async () => {
    const ada = { ...newColleague(), role: 'contributor' };
    const id = (await invite(ada)).ok().invite.data.id;
    const token = await invitedToken(test, ada.email);
    const foreign = await accept(freshEmail(), token);
    expect(foreign.error().errors).toEqual({ email: [PEOPLE_MESSAGES.inviteEmail] });
    const answer = (await accept(ada.email.toUpperCase(), token)).ok();
    expect(answer).toEqual({ message: PEOPLE_MESSAGES.registered });
    expect((await accept(ada.email, token)).error().error_message).toBe(PEOPLE_MESSAGES.deadInvitation);
    expect(await statusOf(id)).toBe('INACTIVE');
    const welcome = await mailedToken(test, ada.email);
    expect(test.mail.to(ada.email).at(-1)?.text).toContain('You are now on the staff of Elm Grove');
    const body = { password: PASSWORD, password_confirmation: PASSWORD };
    (await test.call(changePassword, { params: { token: welcome }, body })).ok();
    const session = await signIn(test, ada.email);
    expect((await test.call(myProfile, { token: session })).ok().user.data).toMatchObject({
      id,
      type: 'admin',
      attributes: { role: 'contributor', first_name: 'Ada', last_name: 'Bell', status: 'ACTIVE' },
    });
    expect((await test.call(schoolRoutes.mySchool, { token: session })).ok().school.data?.id).toBe(school.id);
    expect(await statusOf(id)).toBe('ACTIVE');
  });

  it('is accepted once by twenty concurrent calls', async () => {
    const ada = newColleague();
    await invite(ada);
    const token = await invitedToken(test, ada.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(ada.email, token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const rows = await test.context.database.orm().select().from(users).where(eq(users.email, ada.email));
    expect(rows).toHaveLength(1);
  });

  it('expires after seven days; then the person can be edited, deleted and invited again', async () => {
    const ada = newColleague();
    const { id } = (await invite(ada)).ok().invite.data;
    const token = await invitedToken(test, ada.email);
    test.clock.advance(LINK_LIFETIME.invite);
    expect((await accept(ada.email, token)).error().error_message).toBe(PEOPLE_MESSAGES.deadInvitation);
    expect(await statusOf(id)).toBe('INACTIVE');
    const call = { token: school.owner.token, params: { id } };
    const edited = await test.call(updateInvite, { ...call, body: { invite: { first_name: 'Augusta' } } });
    expect(edited.ok().invite.data.attributes.first_name).toBe('Augusta');
    expect((await invite(ada)).ok().invite.data).toMatchObject({ id, attributes: { status: 'INVITED' } });
    expect((await accept(ada.email, await invitedToken(test, ada.email))).status).toBe(201);
  });

  it('cannot be edited while it is open', async () => {
    await proveAgain(test, school.owner);
    const { id } = (await invite()).ok().invite.data;
    const call = { token: school.owner.token, params: { id } };
    const body = { invite: { role: 'admin' } };
    for (const refused of [
      await test.call(updateInvite, { ...call, body }),
      await test.call(deleteInvite, call),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.error().error_message).toBe(INVITE_MESSAGES.locked);
    }
    const password = await test.call(inviteRoutes.temporaryPassword, call);
    expect(password.error().error_message).toBe(INVITE_MESSAGES.notTaken);
    expect(await statusOf(id)).toBe('INVITED');
  });

  it('can be withdrawn, even twice; then its link is dead and it can be edited', async () => {
    const ada = newColleague();
    const { id } = (await invite(ada)).ok().invite.data;
    const token = await invitedToken(test, ada.email);
    const call = { token: school.owner.token, params: { id } };
    for (let time = 0; time < 2; time += 1) {
      const { invite: withdrawn } = (await test.call(withdrawInvite, call)).ok();
      expect(withdrawn.data.attributes.status).toBe('INACTIVE');
    }
    expect((await accept(ada.email, token)).error().error_message).toBe(PEOPLE_MESSAGES.deadInvitation);
    expect((await test.call(deleteInvite, call)).status).toBe(204);
    expect(await statusOf(id)).toBeUndefined();
    expect((await test.call(getInvite, call)).status).toBe(404);
  });

  it('is not mailed when it is withdrawn first', async () => {
    const ada = newColleague();
    const { owner } = school;
    await test.context.database.transaction(async () => {
      const { id } = (await invite(ada)).ok().invite.data;
      (await test.call(withdrawInvite, { token: owner.token, params: { id } })).ok();
    });
    await test.jobs.settled();
    expect(test.mail.to(ada.email)).toEqual([]);
  });

  it('cannot be withdrawn once accepted', async () => {
    const { id } = await join();
    const refused = await test.call(withdrawInvite, { token: school.owner.token, params: { id } });
    expect(refused.error().error_message).toBe(INVITE_MESSAGES.taken);
  });

  it('grants no access by a password reset, which mails a reminder instead', async () => {
    const ada = newColleague();
    await invite(ada);
    await test.jobs.settled();
    await test.call(forgotPassword, { body: { email: ada.email } });
    await test.jobs.settled();
    const subjects = test.mail.to(ada.email).map(({ subject }) => subject);
    expect(subjects).toEqual(['Elm Grove invites you to Inkwell', 'Your invitation to Inkwell']);
    const withdrawn = newColleague();
    const { id } = (await invite(withdrawn)).ok().invite.data;
    (await test.call(withdrawInvite, { token: school.owner.token, params: { id } })).ok();
    await test.call(forgotPassword, { body: { email: withdrawn.email } });
    await test.jobs.settled();
    expect(test.mail.to(withdrawn.email).map(({ subject }) => subject)).not.toContain(
      'Your invitation to Inkwell',
    );
  });

  it('does not stop the person from signing up on their own', async () => {
    const ada = newColleague();
    await invite(ada);
    await registerPerson(test, ada.email);
    const own = test.mail.to(ada.email).map(({ text }) => text);
    expect(own.at(-1)).toContain('Elm Grove has invited you as well');
    const token = await signIn(test, ada.email);
    expect((await test.call(schoolRoutes.mySchool, { token })).ok()).toEqual({ school: {} });
  });

  it('adds somebody with an account and no school to the staff at once, with the same password', async () => {
    const email = await registerPerson(test);
    const session = await signIn(test, email);
    await join({ ...newColleague(), email });
    await test.jobs.settled();
    expect(test.mail.to(email).at(-1)?.subject).toBe('You have joined Elm Grove');
    const { user } = (await test.call(myProfile, { token: session })).ok();
    expect(user.data.attributes).toMatchObject({ role: 'editor', status: 'ACTIVE', first_name: 'Ada' });
    await signIn(test, email);
  });

  it('cannot be accepted by somebody who has a school in the meantime', async () => {
    const person = await createPerson(test);
    const other = await createSchool(test);
    await invite({ ...newColleague(), email: person.email });
    const token = await invitedToken(test, person.email);
    await test.context.database
      .orm()
      .update(users)
      .set({ schoolId: other.id, role: 'owner' })
      .where(eq(users.id, person.id));
    const refused = await accept(person.email, token);
    expect(refused.status).toBe(409);
    expect(refused.error().error_message).toBe(ERROR_MESSAGES.hasSchool);
    const { user } = (await test.call(myProfile, { token: person.token })).ok();
    expect(user.data.attributes.role).toBe('owner');
  });

  it('takes effect for the accepted school when there are several', async () => {
    const other = await createSchool(test);
    const ada = newColleague();
    await invite(ada, other);
    const late = await invitedToken(test, ada.email);
    await join(ada);
    expect((await accept(ada.email, late)).status).toBe(409);
  });

  it('stores no token in the database', async () => {
    const ada = newColleague();
    await invite(ada);
    const token = await invitedToken(test, ada.email);
    const rows = await test.context.database.orm().select().from(invitations);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(test.log.join('')).not.toContain(token);
  });
});

describe('the link of an invitation', () => {
  const show = (token: string, ip = '203.0.113.9') => test.call(getInvitation, { params: { token }, ip });

  it('shows who invites whom, any number of times, without accepting', async () => {
    const ada = newColleague();
    const { id } = (await invite(ada)).ok().invite.data;
    const token = await invitedToken(test, ada.email);
    const shown = { invitation: { school: 'Elm Grove', email: ada.email } };
    expect((await show(token)).ok()).toEqual(shown);
    expect((await show(token)).ok()).toEqual(shown);
    expect(await statusOf(id)).toBe('INVITED');
    (await accept(ada.email, token)).ok();
  });

  it('shows the same for somebody with an account', async () => {
    const email = await registerPerson(test);
    await invite({ ...newColleague(), email });
    const shown = (await show(await invitedToken(test, email))).ok();
    expect(shown).toEqual({ invitation: { school: 'Elm Grove', email } });
  });

  it.each(['accepted', 'withdrawn', 'expired', 'replaced', 'invalid'])(
    'tells what to do when it is %s',
    async (how) => {
      const ada = newColleague();
      const { id } = (await invite(ada)).ok().invite.data;
      const token = await invitedToken(test, ada.email);
      if (how === 'accepted') (await accept(ada.email, token)).ok();
      if (how === 'withdrawn') await test.call(withdrawInvite, { token: school.owner.token, params: { id } });
      if (how === 'expired') test.clock.advance(LINK_LIFETIME.invite);
      if (how === 'replaced') {
        await invite(ada);
        await test.jobs.settled();
      }
      const refused = await show(how === 'invalid' ? 'x'.repeat(43) : token);
      expect(refused.status).toBe(400);
      expect(refused.error()).toEqual({ error_message: PEOPLE_MESSAGES.deadInvitation });
    },
  );

  it('cannot be guessed: answers 429 after a hundred dead links, while a valid one still works', async () => {
    const ip = '198.51.100.7';
    const ada = newColleague();
    await invite(ada);
    const token = await invitedToken(test, ada.email);
    for (let tried = 0; tried < 100; tried += 1) expect((await show(`guess-${tried}`, ip)).status).toBe(400);
    const refused = await show('guess-100', ip);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBeDefined();
    (await show(token, ip)).ok();
  });

  it('removes web addresses from an old name', async () => {
    const old = await createSchool(test, { name: 'HSBC - verify at evil.example' });
    const ada = newColleague();
    await invite(ada, old);
    const { invitation } = (await show(await invitedToken(test, ada.email))).ok();
    expect(invitation.school).not.toContain('evil.example');
  });
});

it('finds a subscriber by id, but nobody of another school', async () => {
  const { token } = school.owner;
  const body = { subscriber: { first_name: 'Pa', last_name: 'Rent', email: freshEmail() } };
  const { subscriber } = (await test.call(subscriberRoutes.createSubscriber, { token, body })).ok();
  const params = { id: subscriber.data.id };
  expect((await test.call(getInvite, { token, params })).ok()).toEqual({ subscriber });
  const other = await createSchool(test);
  expect((await test.call(getInvite, { token: other.owner.token, params })).status).toBe(404);
});
