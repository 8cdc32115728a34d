import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Access } from '#contract/access.ts';
import { tokenRoutes } from '#contract/api/tokens.ts';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import { eventImportRoutes } from '#contract/calendar/event-imports.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { FILES_PATH, fileRoutes } from '#contract/files.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import type { GroupsInFile } from '#contract/groups/import-groups.ts';
import { moveUpRoutes } from '#contract/groups/move-up.ts';
import { historyRoutes } from '#contract/history.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { noteRoutes } from '#contract/notes.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { peopleRoutes } from '#contract/people.ts';
import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import type { RouteName } from '#contract/routes.ts';
import { savedItemRoutes } from '#contract/saved-items.ts';
import { schoolRoutes } from '#contract/school.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { passkeyRoutes } from '#contract/signing-in/passkeys.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { listTrusted, trustDevice } from '#server/features/accounts/two-step/trusted.ts';
import { webhookDeliveries, webhooks } from '#server/platform/db/schema/api.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { signUps } from '#server/platform/db/schema/families.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { subscriberImports } from '#server/platform/db/schema/subscribers.ts';
import type { TestApp, TestCall } from './app.ts';
import {
  createPerson,
  createSchool,
  createStaff,
  freshEmail,
  invitedToken,
  logIn,
  mailedToken,
  PASSWORD,
  registerPerson,
  type TestPerson,
} from './factories.ts';
import { heading, publishNewsletter } from './newsletters.ts';
import { addTestPasskey, TestPasskey } from './passkeys.ts';
import { PROVIDER_EXAMPLES } from './provider-examples.ts';
import { createSubscribers } from './subscribers.ts';
import { beginApp, turnTwoStepOn } from './two-step.ts';

/** The settings of the mail provider whose report is an example. */
export const MAIL_PROVIDER = { MAIL_PROVIDER: 'brevo', MAIL_PROVIDER_SECRET: 'of-brevo-alone' } as const;

const NEW_TOKEN = { name: 'Library', scopes: ['events:read'], ends_in: '30_days' } as const;

// No name of this kind ever resolves (RFC 2606), so nothing is sent.
const NEW_WEBHOOK = { url: 'https://receiver.invalid/told', events: ['newsletter.published' as const] };

async function webhookOf(test: TestApp, { token }: ExampleCaller): Promise<string> {
  const made = await test.call(webhookRoutes.createWebhook, { token, body: NEW_WEBHOOK });
  return made.ok().webhook.data.id;
}

const WINDOW = '0123456789abcdef'.repeat(2);

/** A valid call. Without `token` it is made by somebody whom the route admits. */
export interface CallExample extends Pick<TestCall, 'params' | 'query' | 'body' | 'headers'> {
  readonly token?: string;
}

/** Who makes the example's call. `schoolId` is null without a school. */
export interface ExampleCaller extends TestPerson {
  readonly schoolId: string | null;
}

/**
 * A valid call for every route of the contract, used by the tests of all routes. `actor` is a fresh person whom the route
 * admits.
 */
export const EXAMPLES: Readonly<
  Record<RouteName, (test: TestApp, actor: ExampleCaller) => Promise<CallExample>>
> = {
  ...PROVIDER_EXAMPLES,
  familySettings: async () => ({}),
  updateFamilySettings: async () => ({ body: { settings: { approval: true, digest_weekday: 5 } } }),
  listSignUps: async () => ({}),
  acceptSignUp: async (test, actor) => ({ params: { id: await waitingFamilyOf(test, actor) } }),
  refuseSignUp: async (test, actor) => ({ params: { id: await waitingFamilyOf(test, actor) } }),
  login: async (test) => ({ body: { user: { email: await registerPerson(test), password: PASSWORD } } }),
  logout: async () => ({}),
  register: async () => ({ body: { user: { email: freshEmail() } } }),
  forgotPassword: async () => ({ body: { email: freshEmail() } }),
  forgotPasswordPut: async () => ({ body: { email: freshEmail() } }),
  changePassword: async (test) => {
    const email = freshEmail();
    await test.call(peopleRoutes.register, { body: { user: { email } } });
    const token = await mailedToken(test, email);
    return { params: { token }, body: { password: PASSWORD, password_confirmation: PASSWORD } };
  },
  updatePassword: async (test) => {
    const token = await logIn(test, await registerPerson(test));
    return { token, body: { existing_password: PASSWORD, password: `${PASSWORD} 2` } };
  },
  secondStep: async (test) => {
    const email = await registerPerson(test);
    const { recoveryCodes } = await turnTwoStepOn(test, await logIn(test, email));
    const body = { user: { email, password: PASSWORD } };
    const { second_step: step } = (await test.call(peopleRoutes.login, { body })).error();
    return { body: { step, recovery_code: recoveryCodes[0] } };
  },
  listTokens: async () => ({}),
  createToken: async () => ({ body: NEW_TOKEN }),
  removeToken: async (test, { token }) => {
    const made = (await test.call(tokenRoutes.createToken, { token, body: NEW_TOKEN })).ok();
    return { params: { id: made.api_token.data.id } };
  },
  listWebhooks: async () => ({}),
  createWebhook: async () => ({ body: NEW_WEBHOOK }),
  updateWebhook: async (test, actor) => ({
    params: { id: await webhookOf(test, actor) },
    body: { is_on: false },
  }),
  removeWebhook: async (test, actor) => ({ params: { id: await webhookOf(test, actor) } }),
  renewSecret: async (test, actor) => ({ params: { id: await webhookOf(test, actor) } }),
  testWebhook: async (test, actor) => ({ params: { id: await webhookOf(test, actor) } }),
  listWebhookDeliveries: async (test, actor) => ({ params: { id: await webhookOf(test, actor) } }),
  sendWebhookAgain: async (test, { schoolId }) => {
    const orm = test.context.database.orm();
    const of = { schoolId: schoolId ?? '' };
    const [hook] = await orm
      .insert(webhooks)
      .values({ ...of, ...NEW_WEBHOOK, secret: 'whsec_' })
      .returning();
    const told = { webhookId: hook?.id ?? '', event: 'test', body: '{}', state: 'failed' } as const;
    const [row] = await orm
      .insert(webhookDeliveries)
      .values({ ...of, ...told })
      .returning();
    return { params: { id: row?.id ?? '' } };
  },
  readTwoStep: async () => ({}),
  forgetTrusted: async (test, { id }) => {
    await trustDevice(test.context, id, 'A test');
    const [computer] = await listTrusted(test.context, id);
    return { params: { id: computer?.id ?? '' } };
  },
  beginAuthenticator: async () => ({}),
  confirmPerson: async (test) => ({
    token: await logIn(test, await registerPerson(test)),
    body: { password: PASSWORD },
  }),
  confirmAuthenticator: async (test) => {
    const token = await logIn(test, await registerPerson(test));
    return { token, body: { code: (await beginApp(test, token)).code() } };
  },
  removeAuthenticator: async (test) => await withTwoStep(test),
  renewRecoveryCodes: async (test) => await withTwoStep(test),
  setSecondFactor: async (test, { schoolId }) => {
    const id = schoolId ?? '';
    const secondFactorFrom = new Date(test.clock.now().getTime() + 7 * DAY_MS);
    const rule = { secondFactor: 'everybody', secondFactorDays: 7, secondFactorFrom } as const;
    await test.context.database.orm().update(schools).set(rule).where(eq(schools.id, id));
    return { params: { id }, body: { rule: 'nobody' } };
  },
  passkeyLoginOptions: async () => ({}),
  passkeyLogin: async (test) => {
    const { device } = await withPasskey(test);
    const { options } = (await test.call(passkeyRoutes.passkeyLoginOptions)).ok();
    return { body: { passkey: device.use(options) } };
  },
  secondStepOptions: async (test) => {
    const { email } = await withPasskey(test);
    const body = { user: { email, password: PASSWORD } };
    return { body: { step: (await test.call(peopleRoutes.login, { body })).error().second_step } };
  },
  confirmOptions: async () => ({}),
  newPasskeyOptions: async (test) => ({ token: await logIn(test, await registerPerson(test)) }),
  addPasskey: async (test) => {
    const token = await logIn(test, await registerPerson(test));
    const { options } = (await test.call(passkeyRoutes.newPasskeyOptions, { token })).ok();
    return { token, body: { passkey: new TestPasskey().make(options), name: 'Priya’s laptop' } };
  },
  renamePasskey: async (test) => {
    const { token, id } = await withPasskey(test);
    return { token, params: { id }, body: { name: 'The telephone' } };
  },
  removePasskey: async (test) => {
    const { token, id } = await withPasskey(test);
    return { token, params: { id } };
  },
  myProfile: async () => ({}),
  updateProfile: async () => ({ body: { user: { first_name: 'Ada', email: freshEmail() } } }),
  listSessions: async () => ({}),
  endSession: async (test, actor) => ({ params: { id: await sessionOf(test, actor) } }),
  endSessions: async () => ({}),
  resendEmailChange: async (test) => await askedEmailChange(test, freshEmail()),
  cancelEmailChange: async (test) => await askedEmailChange(test, freshEmail()),
  readEmailChange: async (test) => {
    const email = freshEmail();
    await askedEmailChange(test, email);
    return { params: { token: await mailedToken(test, email) } };
  },
  confirmEmail: async (test) => {
    const email = freshEmail();
    await askedEmailChange(test, email);
    return { params: { token: await mailedToken(test, email) } };
  },
  getInvitation: async (test) => {
    const { owner } = await createSchool(test);
    const invite = newColleague();
    (await test.call(inviteRoutes.createInvite, { token: owner.token, body: { invite } })).ok();
    return { params: { token: await invitedToken(test, invite.email) } };
  },
  listInvites: async () => ({}),
  // An administrator, before whom it asks again who it is.
  createInvite: async () => ({ body: { invite: { ...newColleague(), role: 'admin' } } }),
  getInvite: async (test, actor) => ({ params: { id: await colleagueOf(test, actor) } }),
  updateInvite: async (test, actor) => ({
    params: { id: await colleagueOf(test, actor) },
    body: { invite: { role: 'admin' } },
  }),
  deleteInvite: async (test, actor) => ({ params: { id: await colleagueOf(test, actor) } }),
  withdrawInvite: async (test, { token }) => {
    const body = { invite: newColleague() };
    const { invite } = (await test.call(inviteRoutes.createInvite, { token, body })).ok();
    return { params: { id: invite.data.id } };
  },
  resetTwoStep: async (test, { schoolId }) => {
    const colleague = await createStaff(test, schoolId ?? '', 'editor', {
      passwordHash: await hashPassword(PASSWORD),
    });
    await turnTwoStepOn(test, colleague.token);
    return { params: { id: colleague.id } };
  },
  temporaryPassword: async (test, actor) => ({ params: { id: await colleagueOf(test, actor) } }),
  auditLog: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  mySchool: async () => ({}),
  createSchool: async (test, actor) => {
    const details = { name: 'Elm Grove', email: 'office@elm.example', phone: '020 7946 0000' };
    return { body: { school: { ...details, logo: await uploadedLogo(test, actor) } } };
  },
  updateSchool: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { school: { name: 'Ash Grove' } },
  }),
  requestEmailConfirmation: async (test, actor) => {
    await unconfirmedEmail(test, actor);
    return { params: { id: actor.schoolId ?? '' } };
  },
  confirmSchoolEmail: async (test) => {
    const { id, owner } = await createSchool(test);
    const email = await unconfirmedEmail(test, { ...owner, schoolId: id });
    return { params: { token: await mailedToken(test, email) } };
  },
  listNewsletters: async () => ({ query: { page: '1' } }),
  lastNewsletter: async (test, actor) => {
    await newsletterOf(test, actor);
    return { query: { title: 'Next week' } };
  },
  publishedNewsletter: async (test) => {
    const school = await createSchool(test);
    const id = await newsletterOf(test, school.owner);
    const published = await test.call(newsletterRoutes.publishNewsletter, {
      token: school.owner.token,
      params: { id },
    });
    return { params: { slug: published.ok().news_letter.data.attributes.slug ?? '' } };
  },
  getNewsletter: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  createNewsletter: async () => ({
    body: { news_letter: { title: 'This week', layout_type: 'one_column' } },
  }),
  updateNewsletter: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    body: { news_letter: { title: 'This week, really' } },
  }),
  publishNewsletter: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  nextIssue: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  keepBlocks: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    body: { blocks: ['heading-1'] },
  }),
  listStates: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  getState: async (test, actor) => await keptState(test, actor),
  listAuthors: async (test, actor) => await keptState(test, actor),
  listEditions: async (test, actor) => ({ params: { id: (await publishNewsletter(test, actor)).id } }),
  getEdition: async (test, actor) => await publishedEdition(test, actor),
  downloadEdition: async (test, actor) => await publishedEdition(test, actor),
  followNewsletter: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    query: { window: WINDOW },
  }),
  moveInNewsletter: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    body: { window: WINDOW, block: 'heading-1' },
  }),
  listNotes: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  writeNote: async (test, actor) => ({
    params: { id: await newsletterWithHeading(test, actor) },
    body: { note: newNote() },
  }),
  editNote: async (test, actor) => ({
    params: { id: (await writtenNote(test, actor)).noteId },
    body: { note: { text: 'One sentence, at the end?' } },
  }),
  deleteNote: async (test, actor) => ({ params: { id: (await writtenNote(test, actor)).noteId } }),
  resolveThread: async (test, actor) => ({
    params: { id: (await writtenNote(test, actor)).threadId },
    body: { resolved: true },
  }),
  listMyParts: async () => ({}),
  listParts: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  givePart: async (test, actor) => await givablePart(test, actor),
  finishPart: async (test, actor) => ({
    params: { id: await givenPart(test, actor) },
    body: { done: true },
  }),
  takeBackPart: async (test, actor) => ({ params: { id: await givenPart(test, actor) } }),
  getApprovalSettings: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  updateApprovalSettings: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { approval_settings: { is_on: true } },
  }),
  getApproval: async (test, actor) => ({ params: (await askable(test, actor)).params }),
  askApproval: async (test, actor) => await askable(test, actor),
  takeBackApproval: async (test, actor) => ({ params: (await asked(test, actor)).params }),
  decideApproval: async (test, actor) => ({
    params: (await asked(test, actor)).params,
    body: { approval: { decision: 'approve', version: 1 } },
  }),
  listTimings: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  planTiming: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    body: { timing: newTiming(test) },
  }),
  cancelTiming: async (test, actor) => ({ params: { id: await plannedTiming(test, actor) } }),
  restoreTiming: async (test, actor) => {
    const params = { id: await plannedTiming(test, actor) };
    await test.call(timingRoutes.cancelTiming, { token: actor.token, params });
    return { params };
  },
  getRhythm: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  setRhythm: async (test, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { rhythm: newRhythm(test, actor, (await publishNewsletter(test, actor)).id) },
  }),
  addTermDates: async () => ({ body: { term_dates: TERM_DATES } }),
  removeTermDates: async (test, { token }) => {
    const call = { token, body: { term_dates: TERM_DATES } };
    return { params: { id: (await test.call(rhythmRoutes.addTermDates, call)).ok().term_dates.id } };
  },
  getSchoolPages: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  updateSchoolPages: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { school_pages: { lists_newsletters: true } },
  }),
  importEvents: async () => ({ body: { import: { events: [{ ...SCHOOL_EVENT, import_uid: null }] } } }),
  undoEventImport: async (test, { token }) => {
    const call = { token, body: { import: { events: [{ ...SCHOOL_EVENT, import_uid: null }] } } };
    return { params: { id: (await test.call(eventImportRoutes.importEvents, call)).ok().import.id } };
  },
  listEvents: async () => ({ query: { from: '2026-01-01' } }),
  createEvent: async () => ({ body: { event: SCHOOL_EVENT } }),
  updateEvent: async (test, actor) => ({
    params: { id: await eventOf(test, actor) },
    body: { event: { ...SCHOOL_EVENT, time: '10:00' } },
  }),
  deleteEvent: async (test, actor) => ({ params: { id: await eventOf(test, actor) } }),
  correctNewsletter: async (test, actor) => ({
    params: { id: await eventOf(test, actor) },
    body: { correction: { news_letter_id: await newsletterOf(test, actor) } },
  }),
  listListings: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  getListing: async (test, actor) => ({ params: { id: (await publishNewsletter(test, actor)).id } }),
  setListing: async (test, actor) => ({
    params: { id: (await publishNewsletter(test, actor)).id },
    body: { listing: { is_listed: true } },
  }),
  listSavedItems: async () => ({}),
  getSavedItem: async (test, actor) => ({ params: { id: await savedItemOf(test, actor) } }),
  createSavedItem: async () => ({ body: SAVED_ITEM }),
  renameSavedItem: async (test, actor) => ({
    params: { id: await savedItemOf(test, actor) },
    body: { name: 'Sign-off' },
  }),
  deleteSavedItem: async (test, actor) => ({ params: { id: await savedItemOf(test, actor) } }),
  unpublishNewsletter: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  deleteNewsletter: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  dashboard: async () => ({}),
  news: async () => ({}),
  exportSchool: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  exportAddress: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  downloadExport: async (test) => {
    const { id, owner } = await createSchool(test);
    const given = { token: owner.token, params: { id } };
    const { url } = (await test.call(schoolClosureRoutes.exportAddress, given)).ok();
    return { params: { token: url.split('/').at(-1) ?? '' } };
  },
  closeSchool: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { name: 'Elm Grove Primary' },
  }),
  reopenSchool: async (test, actor) => {
    const call = {
      token: actor.token,
      params: { id: actor.schoolId ?? '' },
      body: { name: 'Elm Grove Primary' },
    };
    (await test.call(schoolClosureRoutes.closeSchool, call)).ok();
    return { params: call.params, body: call.body };
  },
  listSubscribers: async () => ({ query: { search_string: 'okafor' } }),
  createSubscriber: async () => ({ body: { subscriber: subscriberOf(freshEmail()) } }),
  importSubscribers: async () => ({
    body: importBody(CSV),
    headers: MULTIPART,
  }),
  lastImport: async () => ({}),
  importResult: async (test, actor) => ({ params: { id: await finishedImport(test, actor) } }),
  cancelImport: async (test, actor) => ({
    params: { id: await insertImport(test, actor, { status: 'running' }) },
  }),
  importUndoing: async (test, actor) => ({ params: { id: await undoableImport(test, actor) } }),
  undoImport: async (test, actor) => ({ params: { id: await undoableImport(test, actor) } }),
  exportSubscribers: async () => ({}),
  getSubscriber: async (test, actor) => ({ params: { id: await subscriberIn(test, actor) } }),
  updateSubscriber: async (test, actor) => ({
    params: { id: await subscriberIn(test, actor) },
    body: { subscriber: { first_name: 'Amélie' } },
  }),
  receiveMailReports: async () => ({
    headers: { authorization: `Bearer ${MAIL_PROVIDER.MAIL_PROVIDER_SECRET}` },
    body: { event: 'delivered' },
  }),
  addressWorksAgain: async (test, actor) => ({ params: { id: await subscriberIn(test, actor) } }),
  deleteSubscriber: async (test, actor) => ({ params: { id: await subscriberIn(test, actor) } }),
  listGroups: async () => ({}),
  createGroup: async () => ({ body: { group: { name: 'Year 4' } } }),
  updateGroup: async (test, actor) => ({
    params: { id: await groupIn(test, actor) },
    body: { group: { name: 'Year 5' } },
  }),
  mergeGroup: async (test, actor) => ({
    params: { id: await groupIn(test, actor) },
    body: { group: { into: await groupIn(test, actor, 'Choir') } },
  }),
  addMembers: async (test, actor) => ({
    params: { id: await groupIn(test, actor) },
    body: { members: { subscriber_ids: [await subscriberIn(test, actor)] } },
  }),
  removeMembers: async (test, actor) => ({
    params: { id: await groupIn(test, actor) },
    body: { members: { subscriber_ids: [await subscriberIn(test, actor)] } },
  }),
  groupUses: async (test, actor) => ({ params: { id: await groupIn(test, actor) } }),
  moveUp: async (test, actor) => ({ body: { move: await moveIn(test, actor) } }),
  lastMove: async () => ({}),
  undoMove: async (test, actor) => {
    const call = { token: actor.token, body: { move: await moveIn(test, actor) } };
    (await test.call(moveUpRoutes.moveUp, call)).ok();
    const { move } = (await test.call(moveUpRoutes.lastMove, { token: actor.token })).ok();
    return { params: { id: move?.id ?? '' } };
  },
  deleteGroup: async (test, actor) => {
    const id = await groupIn(test, actor);
    const call = { token: actor.token, params: { id }, body: { group: { retired: true } } };
    (await test.call(groupRoutes.updateGroup, call)).ok();
    return { params: { id } };
  },
  audience: async (test, actor) => ({ params: { id: await publishedOf(test, actor) } }),
  readMail: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  sendTestMail: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) }, body: {} }),
  createDelivery: async (test, actor) => {
    await createSubscribers(test, actor.schoolId ?? '', 2);
    return {
      params: { id: await publishedOf(test, actor) },
      body: { delivery: { subject: 'Read all about it' } },
    };
  },
  listDeliveries: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  getDelivery: async (test, actor) => ({ params: { id: await plannedDelivery(test, actor) } }),
  listFailures: async (test, actor) => ({ params: { id: await plannedDelivery(test, actor) } }),
  pauseDelivery: async (test, actor) => ({ params: { id: await pausedDelivery(test, actor) } }),
  resumeDelivery: async (test, actor) => ({ params: { id: await pausedDelivery(test, actor) } }),
  cancelDelivery: async (test, actor) => ({ params: { id: await plannedDelivery(test, actor) } }),
  uploadAttachment: async () => textFile(),
  listAttachments: async () => ({}),
  deleteAttachment: async (test, actor) => ({ params: { id: await fileOf(test, actor) } }),
  billingInformation: async () => ({}),
  updateBillingInformation: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { billing_information: { first_name: 'Priya' } },
  }),
  charge: async () => ({ body: { subscription_plan: 'yearly' } }),
  confirmInSandbox: async (test, actor) => ({
    body: { client_secret: await chosenPlan(test, actor), card_number: SANDBOX_CARDS.pays },
  }),
  beginCardChange: async (test, actor) => {
    await payFor(test, actor);
    return {};
  },
  finishCardChange: async (test, actor) => {
    await payFor(test, actor);
    const { token } = actor;
    const begun = (await test.call(billingRoutes.beginCardChange, { token })).ok();
    const body = { client_secret: begun.setup_intent_client_secret, card_number: SANDBOX_CARDS.pays };
    (await test.call(billingRoutes.confirmInSandbox, { token, body })).ok();
    return {};
  },
  cancelSubscription: async (test, actor) => {
    await payFor(test, actor);
    return {};
  },
  enableSubscription: async (test, actor) => {
    await payFor(test, actor);
    await test.call(billingRoutes.cancelSubscription, { token: actor.token });
    return {};
  },
  listTransactions: async () => ({ query: { year: '2026' } }),
  paymentWebhook: async (test) => {
    const { body, signature } = test.sandbox.signedEvent(null);
    return { body, headers: { 'stripe-signature': signature } };
  },
  config: async () => ({}),
  health: async () => ({}),
  openapi: async () => ({}),
};

const CSV = 'First name,Last name,Email\r\nAmelia,Okafor,amelia@families.example\r\n';

function subscriberOf(email: string) {
  return { first_name: 'Amelia', last_name: 'Okafor', email };
}

async function subscriberIn(test: TestApp, { token }: TestPerson): Promise<string> {
  const body = { subscriber: subscriberOf(freshEmail()) };
  return (await test.call(subscriberRoutes.createSubscriber, { token, body })).ok().subscriber.data.id;
}

async function groupIn(test: TestApp, { token }: TestPerson, name = 'Year 4'): Promise<string> {
  const body = { group: { name } };
  return (await test.call(groupRoutes.createGroup, { token, body })).ok().group.data.id;
}

async function moveIn(test: TestApp, actor: TestPerson) {
  const from = await groupIn(test, actor);
  const last = (await test.call(moveUpRoutes.lastMove, { token: actor.token })).ok().move;
  const moves = [{ from, to: await groupIn(test, actor, 'Year 5') }];
  return { moves, leavers: null, after: last?.id ?? null };
}

async function finishedImport(test: TestApp, actor: ExampleCaller): Promise<string> {
  return await insertImport(test, actor, { status: 'done', finishedAt: test.clock.now() });
}

async function undoableImport(test: TestApp, actor: ExampleCaller): Promise<string> {
  const changes = { status: 'done', finishedAt: test.clock.now(), isUndoable: true } as const;
  return await insertImport(test, actor, changes);
}

// Inserted directly, so that no job processes it.
async function insertImport(
  { context }: TestApp,
  { schoolId }: ExampleCaller,
  changes: Partial<typeof subscriberImports.$inferInsert>,
): Promise<string> {
  const [row] = await context.database
    .orm()
    .insert(subscriberImports)
    .values({ schoolId: schoolId ?? '', fileName: 'parents.csv', agreement: 'told', ...changes })
    .returning();
  return row?.id ?? '';
}

/** A note on a block, for `writeNote`. */
export function newNote(text = 'Can we thank the kitchen team too?', name = 'heading-1') {
  return { id: randomUUID(), block: { name, type: 'heading' }, text };
}

async function writtenNote(test: TestApp, actor: ExampleCaller) {
  const params = { id: await newsletterWithHeading(test, actor) };
  const note = newNote();
  const call = { token: actor.token, params, body: { note } };
  const { note_thread } = (await test.call(noteRoutes.writeNote, call)).ok();
  return { threadId: note_thread.data.id, noteId: note.id };
}

async function givablePart(test: TestApp, { id, token }: ExampleCaller) {
  const params = { id: await newsletterWithHeading(test, { token }) };
  // In the school's zone today may be over already.
  const due_on = new Date(test.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  return { params, body: { part: { block: 'heading-1', person_id: id, due_on } } };
}

async function keptState(test: TestApp, actor: ExampleCaller) {
  const id = await newsletterOf(test, actor);
  const { state } = (await test.call(historyRoutes.listStates, { token: actor.token, params: { id } })).ok();
  return { params: { id, state_id: state.data[0]?.id ?? '' } };
}

async function givenPart(test: TestApp, actor: ExampleCaller): Promise<string> {
  const call = { token: actor.token, ...(await givablePart(test, actor)) };
  return (await test.call(partRoutes.givePart, call)).ok().part.data.id;
}

/** A publishing in two days, for `planTiming`. */
export function newTiming({ clock }: TestApp) {
  return { kind: 'publish', at: new Date(clock.now().getTime() + 2 * DAY_MS).toISOString() };
}

export const TERM_DATES = {
  kind: 'holiday',
  name: 'Half term',
  first_on: '2031-02-10',
  last_on: '2031-02-14',
};

/** A date of the school's calendar. */
export const SCHOOL_EVENT = {
  ...{ title: 'Sports day', description: 'Bring a hat.', date: '2027-06-11', last_day: null },
  ...{ time: '09:30', end: '12:00', place: 'Playing field', groups: [], is_cancelled: false },
};

async function eventOf(test: TestApp, { token }: TestPerson): Promise<string> {
  const call = { token, body: { event: SCHOOL_EVENT } };
  return (await test.call(eventRoutes.createEvent, call)).ok().event.data.id;
}

/** A weekly rhythm of a published newsletter, whose next draft is not due yet. */
export function newRhythm({ clock }: TestApp, { id: in_charge_id }: TestPerson, newsletter_id: string) {
  const first_on = new Date(clock.now().getTime() + 6 * DAY_MS).toISOString().slice(0, 10);
  return {
    ...{ is_on: true, every: 'weekly', first_on, time: '15:00', draft_days_before: 3, in_term_only: true },
    ...{ newsletter_id, in_charge_id },
  };
}

async function plannedTiming(test: TestApp, actor: ExampleCaller): Promise<string> {
  const params = { id: await newsletterOf(test, actor) };
  const call = { token: actor.token, params, body: { timing: newTiming(test) } };
  return (await test.call(timingRoutes.planTiming, call)).ok().timing.data.id;
}

/** Creates a person whom this access admits. */
export async function createCallerFor(test: TestApp, access: Access): Promise<ExampleCaller> {
  if (access === 'signed_in' || access === 'without_school' || access === 'anyone' || access === 'provider') {
    return { ...(await createPerson(test)), schoolId: null };
  }
  const school = await createSchool(test);
  const role = access === 'owner' ? 'owner' : access === 'owner_or_admin' ? 'admin' : 'editor';
  return { ...(await createStaff(test, school.id, role)), schoolId: school.id };
}

/** Gives the actor's school an unconfirmed address. */
async function unconfirmedEmail(test: TestApp, { token, schoolId }: ExampleCaller): Promise<string> {
  const email = freshEmail();
  const call = { token, params: { id: schoolId ?? '' }, body: { school: { email } } };
  (await test.call(schoolRoutes.updateSchool, call)).ok();
  return email;
}

/** Creates somebody with a pending change of address. */
async function askedEmailChange(test: TestApp, email: string): Promise<{ token: string }> {
  const token = await logIn(test, await registerPerson(test));
  (await test.call(peopleRoutes.updateProfile, { token, body: { user: { email } } })).ok();
  return { token };
}

async function withTwoStep(test: TestApp): Promise<CallExample> {
  const token = await logIn(test, await registerPerson(test));
  await turnTwoStepOn(test, token);
  return { token };
}

async function withPasskey(test: TestApp) {
  const email = await registerPerson(test);
  const token = await logIn(test, email);
  return { email, token, ...(await addTestPasskey(test, token)) };
}

async function sessionOf(test: TestApp, { token }: TestPerson): Promise<string> {
  const { data } = (await test.call(peopleRoutes.listSessions, { token })).ok().sessions;
  return data[0]?.id ?? '';
}

async function waitingFamilyOf(test: TestApp, { schoolId }: ExampleCaller): Promise<string> {
  const now = test.clock.now();
  const [row] = await test.context.database
    .orm()
    .insert(signUps)
    .values({
      schoolId: schoolId ?? '',
      email: freshEmail(),
      groupIds: [],
      state: 'waiting',
      createdAt: now,
      expiresAt: now,
    })
    .returning();
  return row?.id ?? '';
}

async function colleagueOf(test: TestApp, { schoolId }: ExampleCaller): Promise<string> {
  return (await createStaff(test, schoolId ?? '', 'editor')).id;
}

/** The form of an invitation. */
export function newColleague() {
  return { first_name: 'Ada', last_name: 'Bell', role: 'editor', email: freshEmail() };
}

async function fileOf(test: TestApp, { token }: TestPerson): Promise<string> {
  return (await test.call(fileRoutes.uploadAttachment, { token, ...textFile() })).ok().attachment.data.id;
}

const SAVED_ITEM = {
  saved_item: {
    kind: 'blocks',
    name: 'Absence line',
    code: [{ name: 'a', type: 'heading', value: { text: 'Absence' } }],
  },
};

async function savedItemOf(test: TestApp, { token }: TestPerson): Promise<string> {
  return (await test.call(savedItemRoutes.createSavedItem, { token, body: SAVED_ITEM })).ok().saved_item.data
    .id;
}

async function newsletterWithHeading(test: TestApp, { token }: Pick<TestPerson, 'token'>): Promise<string> {
  const code = [heading('Year 4 news')];
  const body = { news_letter: { title: 'This week', layout_type: 'one_column', code } };
  return (await test.call(newsletterRoutes.createNewsletter, { token, body })).ok().news_letter.data.id;
}

async function newsletterOf(test: TestApp, { token }: TestPerson): Promise<string> {
  const body = { news_letter: { title: 'This week', layout_type: 'one_column' } };
  return (await test.call(newsletterRoutes.createNewsletter, { token, body })).ok().news_letter.data.id;
}

/** A request for approval by the owner, in a school where it is on. */
async function askable(test: TestApp, actor: ExampleCaller) {
  const isSchool = eq(schools.id, actor.schoolId ?? '');
  await test.context.database.orm().update(schools).set({ approval: true }).where(isSchool);
  const params = { id: await newsletterOf(test, actor) };
  const { approval } = (await test.call(approvalRoutes.getApproval, { token: actor.token, params })).ok();
  const [approver] = approval.data.attributes.approvers;
  return { params, body: { approval: { approver_id: approver?.id ?? '', version: 1 } } };
}

async function asked(test: TestApp, actor: ExampleCaller) {
  const example = await askable(test, actor);
  // Nobody answers themselves.
  const { token } = await createStaff(test, actor.schoolId ?? '', 'editor');
  (await test.call(approvalRoutes.askApproval, { token, ...example })).ok();
  return example;
}

/** The secret for paying the yearly plan. */
async function chosenPlan(test: TestApp, { token }: TestPerson): Promise<string> {
  const body = { subscription_plan: 'yearly' };
  return (await test.call(billingRoutes.charge, { token, body })).ok().payment_intent_client_secret;
}

async function payFor(test: TestApp, person: TestPerson): Promise<void> {
  const body = { client_secret: await chosenPlan(test, person), card_number: SANDBOX_CARDS.pays };
  (await test.call(billingRoutes.confirmInSandbox, { token: person.token, body })).ok();
}

async function publishedOf(test: TestApp, person: TestPerson): Promise<string> {
  const { id } = await publishNewsletter(test, person);
  return id;
}

// Scheduled for tomorrow, so that its state does not change by itself.
async function plannedDelivery(test: TestApp, actor: ExampleCaller): Promise<string> {
  await createSubscribers(test, actor.schoolId ?? '', 2);
  const id = await publishedOf(test, actor);
  const send_at = new Date(test.clock.now().getTime() + DAY_MS).toISOString();
  const body = { delivery: { send_at } };
  return (await test.call(deliveryRoutes.createDelivery, { token: actor.token, params: { id }, body })).ok()
    .delivery.data.id;
}

async function pausedDelivery(test: TestApp, actor: ExampleCaller): Promise<string> {
  const id = await plannedDelivery(test, actor);
  await test.context.database.orm().update(deliveries).set({ status: 'paused' }).where(eq(deliveries.id, id));
  return id;
}

/** Registers an uploaded image and resolves to its path. */
export async function uploadedLogo({ context }: TestApp, { id, schoolId }: ExampleCaller): Promise<string> {
  const key = `${randomUUID()}.png`;
  const row = {
    key,
    userId: id,
    schoolId,
    name: 'logo.png',
    contentType: 'image/png',
    size: 3,
    width: 32,
    height: 9,
  };
  await context.database.orm().insert(attachments).values(row);
  return FILES_PATH + key;
}

const BOUNDARY = 'a-boundary';

/** The multipart body of an import. */
export function importBody(csv: string | Buffer, groups?: GroupsInFile): Buffer {
  return multipartBody([
    ...(groups === undefined ? [] : [{ name: 'groups', content: Buffer.from(JSON.stringify(groups)) }]),
    { name: 'agreement', content: Buffer.from('told') },
    { name: 'file', filename: 'parents.csv', content: Buffer.from(csv) },
  ]);
}

function textFile() {
  const body = multipartBody([{ name: 'file', filename: 'notes.txt', content: Buffer.from('Bring a hat.') }]);
  return { body, headers: MULTIPART };
}

/** The content type of `multipartBody`. */
export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } as const;

/** A multipart body of fields and files. */
export function multipartBody(
  parts: readonly { readonly name: string; readonly filename?: string; readonly content: Buffer }[],
): Buffer {
  const pieces = parts.flatMap(({ name, filename, content }) => {
    const file =
      filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`;
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

async function publishedEdition(test: TestApp, actor: ExampleCaller): Promise<CallExample> {
  const { id } = await publishNewsletter(test, actor);
  const { edition } = (
    await test.call(historyRoutes.listEditions, { token: actor.token, params: { id } })
  ).ok();
  return { params: { id, edition_id: edition.data[0]?.id ?? '' } };
}
