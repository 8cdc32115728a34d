import { expect, it } from 'vitest';
import { SCOPE_NAMES } from '#contract/api/scopes.ts';
import type { Access } from './access.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/**
 * The permissions of each kind of caller, listed a second time by hand. test/routes.test.ts shows that the server
 * enforces each route's access; this shows that no route allows more than it should. Source: docs/requirements/calls.md
 * 2.1.
 */
const PERMISSIONS: Readonly<Record<Access, readonly string[]>> = {
  anyone: [
    'GET /config',
    'GET /exports/:token',
    'GET /health',
    'GET /invitations/:token',
    'GET /news_letters/published/:slug',
    'GET /openapi.json',
    'GET /users/confirm_email/:token',
    'POST /authorization/login',
    'POST /authorization/login/passkey',
    'POST /authorization/login/passkey/options',
    'POST /authorization/login/second_step',
    'POST /authorization/login/second_step/options',
    'POST /authorization/provider_steps/account',
    'POST /authorization/provider_steps/password',
    'POST /authorization/providers/:provider',
    'POST /authorization/register',
    'POST /passwords/forgot',
    'PUT /authorization/providers/:provider',
    'PUT /passwords/change/:token',
    'PUT /passwords/forgot',
    'PUT /schools/confirm_email/:token',
    'PUT /users/confirm_email/:token',
  ],
  provider: ['POST /authorization/providers/:provider/logout', 'POST /mail_reports', 'POST /stripe/webhook'],
  signed_in: [
    'DELETE /users/email_change',
    'DELETE /users/providers/:provider',
    'DELETE /users/sessions',
    'DELETE /users/sessions/:id',
    'DELETE /users/two_step/passkeys/:id',
    'DELETE /users/two_step/trusted/:id',
    'GET /schools/my',
    'GET /users/my_profile',
    'GET /users/providers',
    'GET /users/sessions',
    'GET /users/two_step',
    'PATCH /passwords/update',
    'PATCH /users/two_step/passkeys/:id',
    'PATCH /users/update',
    'POST /attachments',
    'POST /authorization/providers/:provider/confirmation',
    'POST /authorization/providers/:provider/connection',
    'POST /users/confirm',
    'POST /users/confirm/options',
    'POST /users/email_change',
    'POST /users/providers/:provider/logout',
    'POST /users/two_step/authenticator',
    'POST /users/two_step/off',
    'POST /users/two_step/passkeys',
    'POST /users/two_step/passkeys/options',
    'POST /users/two_step/recovery_codes',
    'PUT /authorization/logout',
    'PUT /users/two_step/authenticator',
  ],
  without_school: ['POST /schools'],
  contributor: [
    'DELETE /notes/:id',
    'GET /news_letters/:id',
    'GET /news_letters/:id/events',
    'GET /news_letters/:id/notes',
    'GET /news_letters/:id/parts',
    'GET /news_letters/:id/timings',
    'GET /parts',
    'PATCH /news_letters/:id',
    'PATCH /notes/:id',
    'POST /news_letters/:id/notes',
    'PUT /news_letters/:id/place',
    'PUT /parts/:id/done',
  ],
  member: [
    'DELETE /attachments/:id',
    'DELETE /events/:id',
    'DELETE /news_letters/:id',
    'DELETE /news_letters/:id/approval',
    'DELETE /parts/:id',
    'DELETE /saved_items/:id',
    'DELETE /timings/:id',
    'GET /attachments',
    'GET /dashboard',
    'GET /deliveries/:id',
    'GET /deliveries/:id/failures',
    'GET /events',
    'GET /groups',
    'GET /news',
    'GET /news_letters',
    'GET /news_letters/:id/approval',
    'GET /news_letters/:id/audience',
    'GET /news_letters/:id/deliveries',
    'GET /news_letters/:id/editions',
    'GET /news_letters/:id/editions/:edition_id',
    'GET /news_letters/:id/editions/:edition_id/download',
    'GET /news_letters/:id/listing',
    'GET /news_letters/:id/mail',
    'GET /news_letters/:id/states',
    'GET /news_letters/:id/states/:state_id',
    'GET /news_letters/:id/states/:state_id/authors',
    'GET /news_letters/last/created',
    'GET /saved_items',
    'GET /saved_items/:id',
    'PATCH /events/:id',
    'PATCH /saved_items/:id',
    'POST /events',
    'POST /events/imports',
    'POST /news_letters',
    'POST /news_letters/:id/approval',
    'POST /news_letters/:id/deliveries',
    'POST /news_letters/:id/next_issue',
    'POST /news_letters/:id/test_mail',
    'POST /saved_items',
    'PUT /deliveries/:id/cancel',
    'PUT /deliveries/:id/pause',
    'PUT /deliveries/:id/resume',
    'PUT /events/:id/correction',
    'PUT /events/imports/:id/undo',
    'PUT /news_letters/:id/kept_blocks',
    'PUT /news_letters/:id/listing',
    'PUT /news_letters/:id/parts',
    'PUT /news_letters/:id/timings',
    'PUT /news_letters/publish/:id',
    'PUT /news_letters/unpublish/:id',
    'PUT /note_threads/:id',
    'PUT /timings/:id/restore',
  ],
  owner_or_admin: [
    'DELETE /groups/:id',
    'DELETE /term_dates/:id',
    'GET /billing_informations/school_info',
    'GET /groups/:id/uses',
    'GET /groups/moves/last',
    'GET /schools/:id/approval',
    'GET /schools/:id/audit_log',
    'GET /schools/:id/rhythm',
    'GET /stripe/charges/cancel_subscription',
    'GET /transactions',
    'PATCH /billing_informations/:id',
    'PATCH /groups/:id',
    'POST /groups',
    'POST /groups/moves',
    'POST /stripe/cards',
    'POST /stripe/charges',
    'POST /stripe/sandbox/confirm',
    'POST /term_dates',
    'PUT /groups/:id/merge',
    'PUT /groups/moves/:id/undo',
    'PUT /news_letters/:id/approval',
    'PUT /schools/:id/approval',
    'PUT /schools/:id/rhythm',
    'PUT /stripe/cards',
    'PUT /stripe/charges/enable_subscription',
  ],
  owner: [
    'DELETE /api_tokens/:id',
    'DELETE /families/sign_ups/:id',
    'DELETE /invites/:id',
    'DELETE /subscribers/:id',
    'DELETE /webhooks/:id',
    'GET /api_tokens',
    'GET /attachments/room',
    'GET /families/settings',
    'GET /families/sign_ups',
    'GET /invites',
    'GET /invites/:id',
    'GET /schools/:id/export',
    'GET /schools/:id/listings',
    'GET /schools/:id/pages',
    'GET /schools/:id/provider_rule',
    'GET /subscribers',
    'GET /subscribers/:id',
    'GET /subscribers/:id/mails',
    'GET /subscribers/export',
    'GET /subscribers/imports/:id/result',
    'GET /subscribers/imports/:id/undo',
    'GET /subscribers/imports/last',
    'GET /webhooks',
    'GET /webhooks/:id/deliveries',
    'PATCH /families/settings',
    'PATCH /invites/:id',
    'PATCH /schools/:id',
    'PATCH /schools/:id/pages',
    'PATCH /subscribers/:id',
    'PATCH /webhooks/:id',
    'POST /api_tokens',
    'POST /groups/:id/members',
    'POST /invites',
    'POST /invites/:id/temporary_password',
    'POST /schools/:id/email_confirmation',
    'POST /schools/:id/export_address',
    'POST /subscribers',
    'POST /subscribers/import',
    'POST /webhooks',
    'POST /webhooks/:id/secret',
    'POST /webhooks/:id/test',
    'PUT /families/sign_ups/:id/accept',
    'PUT /groups/:id/members/remove',
    'PUT /invites/:id/owner',
    'PUT /invites/:id/two_step_off',
    'PUT /invites/:id/withdraw',
    'PUT /schools/:id/close',
    'PUT /schools/:id/provider_rule',
    'PUT /schools/:id/reopen',
    'PUT /schools/:id/second_factor',
    'PUT /subscribers/:id/works_again',
    'PUT /subscribers/imports/:id/cancel',
    'PUT /subscribers/imports/:id/undo',
    'PUT /webhook_deliveries/:id/again',
  ],
};

it('gives every route the expected access', () => {
  const found: Record<Access, string[]> = {
    anyone: [],
    provider: [],
    signed_in: [],
    without_school: [],
    contributor: [],
    member: [],
    owner_or_admin: [],
    owner: [],
  };
  for (const { access, method, path } of Object.values(routes)) found[access].push(`${method} ${path}`);
  for (const calls of Object.values(found)) calls.sort();
  expect(found).toEqual(PERMISSIONS);
});

it('allows only changing the password and logging out while a password change is due', () => {
  const due = Object.values(routes).filter((row) => 'whilePasswordDue' in row && row.whilePasswordDue);
  expect(due.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /users/my_profile',
    'PATCH /passwords/update',
    'PUT /authorization/logout',
  ]);
});

it('allows only setting a second factor up and logging out while the school asks for one', () => {
  const due = Object.values(routes).filter((row) => 'whileSecondFactorDue' in row);
  expect(due.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /users/sessions',
    'GET /users/my_profile',
    'GET /users/two_step',
    'PATCH /passwords/update',
    'POST /users/confirm',
    'POST /users/confirm/options',
    'POST /users/two_step/authenticator',
    'POST /users/two_step/passkeys',
    'POST /users/two_step/passkeys/options',
    'PUT /authorization/logout',
    'PUT /users/two_step/authenticator',
  ]);
});

it('asks again who it is before what a session left open must not be enough for', () => {
  const rows = Object.values(routes).filter((row) => 'sudo' in row);
  expect(rows.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /api_tokens/:id',
    'DELETE /invites/:id',
    'DELETE /users/providers/:provider',
    'DELETE /users/two_step/passkeys/:id',
    'DELETE /webhooks/:id',
    'GET /schools/:id/export',
    'GET /subscribers/export',
    'PATCH /invites/:id',
    'PATCH /users/update',
    'PATCH /webhooks/:id',
    'POST /api_tokens',
    'POST /authorization/providers/:provider/connection',
    'POST /invites',
    'POST /invites/:id/temporary_password',
    'POST /schools/:id/export_address',
    'POST /users/two_step/authenticator',
    'POST /users/two_step/off',
    'POST /users/two_step/passkeys',
    'POST /users/two_step/passkeys/options',
    'POST /users/two_step/recovery_codes',
    'POST /webhooks',
    'POST /webhooks/:id/secret',
    'PUT /invites/:id/owner',
    'PUT /invites/:id/two_step_off',
    'PUT /schools/:id/close',
    'PUT /schools/:id/provider_rule',
    'PUT /schools/:id/second_factor',
  ]);
});

it('lets the owner of a closed school do only what takes something away, or concerns the person or the closing', () => {
  const rows: readonly Route[] = Object.values(routes);
  const writing = rows.filter(({ method, changesState }) => method !== 'GET' || changesState);
  const open = writing.filter(
    ({ access, needsPlan, needsOpenSchool }) =>
      !['anyone', 'provider', 'signed_in', 'without_school'].includes(access) &&
      !needsPlan &&
      !needsOpenSchool,
  );
  const [taking, others] = [
    open.filter(({ method }) => method === 'DELETE'),
    open.filter(({ method }) => method !== 'DELETE'),
  ];
  expect(others.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /news_letters/:id/events',
    'GET /schools/:id/export',
    'GET /stripe/charges/cancel_subscription',
    'GET /subscribers/export',
    'POST /schools/:id/export_address',
    'PUT /deliveries/:id/cancel',
    'PUT /deliveries/:id/pause',
    'PUT /groups/:id/members/remove',
    'PUT /invites/:id/withdraw',
    'PUT /news_letters/:id/place',
    'PUT /news_letters/unpublish/:id',
    'PUT /schools/:id/close',
    'PUT /schools/:id/reopen',
    'PUT /subscribers/imports/:id/cancel',
  ]);
  expect(taking.length).toBeGreaterThan(10);
});

it('lets a suspended school do only what concerns the person, or takes something away', () => {
  const rows = Object.values(routes).filter((row) => 'whileSuspended' in row && row.whileSuspended);
  expect(rows.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /api_tokens/:id',
    'DELETE /invites/:id',
    'DELETE /subscribers/:id',
    'DELETE /users/email_change',
    'DELETE /users/providers/:provider',
    'DELETE /users/sessions',
    'DELETE /users/sessions/:id',
    'DELETE /users/two_step/passkeys/:id',
    'DELETE /users/two_step/trusted/:id',
    'DELETE /webhooks/:id',
    'PATCH /passwords/update',
    'PATCH /users/two_step/passkeys/:id',
    'PATCH /users/update',
    'POST /authorization/providers/:provider/confirmation',
    'POST /authorization/providers/:provider/connection',
    'POST /schools/:id/export_address',
    'POST /users/confirm',
    'POST /users/confirm/options',
    'POST /users/email_change',
    'POST /users/providers/:provider/logout',
    'POST /users/two_step/authenticator',
    'POST /users/two_step/off',
    'POST /users/two_step/passkeys',
    'POST /users/two_step/passkeys/options',
    'POST /users/two_step/recovery_codes',
    'PUT /authorization/logout',
    'PUT /deliveries/:id/cancel',
    'PUT /invites/:id/withdraw',
    'PUT /news_letters/:id/place',
    'PUT /news_letters/unpublish/:id',
    'PUT /schools/:id/close',
    'PUT /schools/:id/reopen',
    'PUT /users/two_step/authenticator',
  ]);
});

it('admits contributors only where a part is theirs, but to the list of their parts', () => {
  const rows = Object.values(routes).filter(({ access }) => access === 'contributor');
  const anywhere = rows.filter((row) => !('ofPart' in row));
  expect(anywhere.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /parts']);
});

it('lets API tokens do nothing that concerns accounts, staff, money, the school as a whole, or tokens', () => {
  const rows: readonly Route[] = Object.values(routes);
  const calls = rows.filter(({ token }) => token !== undefined);
  const NEVER =
    /^.(users|authorization|passwords|invites|invitations|stripe|billing|transactions|api_tokens|webhook|exports|dashboard|notes)/;
  expect(calls.filter(({ path }) => NEVER.test(path))).toEqual([]);
  expect(calls.filter((row) => 'sudo' in row || row.access === 'anyone')).toEqual([]);
  const ofSchool = calls.filter(({ path }) => path.startsWith('/schools'));
  expect(ofSchool.map(({ method, path, token }) => `${method} ${path} ${token}`)).toEqual([
    'GET /schools/my school:read',
  ]);
  // Each scope is required by some call, and reading scopes only by calls that change nothing.
  expect(new Set(calls.map(({ token }) => token))).toEqual(new Set(SCOPE_NAMES));
  const reading = calls.filter(({ token }) => token?.endsWith(':read'));
  expect(reading.filter(({ method, changesState }) => method !== 'GET' || changesState)).toEqual([]);
});
