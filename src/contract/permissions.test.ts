import { expect, it } from 'vitest';
import type { Access } from './access.ts';
import { routes } from './routes.ts';

/**
 * Who may make which call, listed a second time by hand. test/routes.test.ts shows that the server enforces each route's
 * access; this shows that no route allows more than it should. Source: docs/requirements/calls.md 2.1.
 */
const PERMISSIONS: Readonly<Record<Access, readonly string[]>> = {
  anyone: [
    'GET /config',
    'GET /exports/:token',
    'GET /health',
    'GET /invitations/:token',
    'GET /news_letters/published/:slug',
    'GET /openapi.json',
    'POST /authorization/login',
    'POST /authorization/register',
    'POST /passwords/forgot',
    'PUT /passwords/change/:token',
    'PUT /passwords/forgot',
    'PUT /schools/confirm_email/:token',
    'PUT /users/confirm_email/:token',
  ],
  provider: ['POST /stripe/webhook'],
  signed_in: [
    'DELETE /users/email_change',
    'DELETE /users/sessions',
    'DELETE /users/sessions/:id',
    'GET /schools/my',
    'GET /users/my_profile',
    'GET /users/sessions',
    'PATCH /passwords/update',
    'PATCH /users/update',
    'POST /attachments',
    'POST /users/email_change',
    'PUT /authorization/logout',
  ],
  without_school: ['POST /schools'],
  contributor: [
    'DELETE /notes/:id',
    'GET /news_letters/:id',
    'GET /news_letters/:id/events',
    'GET /news_letters/:id/notes',
    'GET /news_letters/:id/parts',
    'GET /parts',
    'PATCH /news_letters/:id',
    'PATCH /notes/:id',
    'POST /news_letters/:id/notes',
    'PUT /news_letters/:id/place',
    'PUT /parts/:id/done',
  ],
  member: [
    'DELETE /attachments/:id',
    'DELETE /news_letters/:id',
    'DELETE /news_letters/:id/approval',
    'DELETE /parts/:id',
    'DELETE /saved_items/:id',
    'DELETE /timings/:id',
    'GET /attachments',
    'GET /dashboard',
    'GET /deliveries/:id',
    'GET /deliveries/:id/failures',
    'GET /groups',
    'GET /news',
    'GET /news_letters',
    'GET /news_letters/:id/approval',
    'GET /news_letters/:id/audience',
    'GET /news_letters/:id/deliveries',
    'GET /news_letters/:id/editions',
    'GET /news_letters/:id/editions/:edition_id',
    'GET /news_letters/:id/editions/:edition_id/download',
    'GET /news_letters/:id/states',
    'GET /news_letters/:id/states/:state_id',
    'GET /news_letters/:id/states/:state_id/authors',
    'GET /news_letters/:id/timings',
    'GET /news_letters/last/created',
    'GET /saved_items',
    'GET /saved_items/:id',
    'PATCH /saved_items/:id',
    'POST /news_letters',
    'POST /news_letters/:id/approval',
    'POST /news_letters/:id/deliveries',
    'POST /news_letters/:id/next_issue',
    'POST /news_letters/:id/test_mail',
    'POST /saved_items',
    'PUT /deliveries/:id/cancel',
    'PUT /deliveries/:id/pause',
    'PUT /deliveries/:id/resume',
    'PUT /news_letters/:id/kept_blocks',
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
    'DELETE /invites/:id',
    'DELETE /subscribers/:id',
    'GET /invites',
    'GET /invites/:id',
    'GET /schools/:id/export',
    'GET /schools/:id/pages',
    'GET /subscribers',
    'GET /subscribers/:id',
    'GET /subscribers/export',
    'GET /subscribers/imports/:id/result',
    'GET /subscribers/imports/:id/undo',
    'GET /subscribers/imports/last',
    'PATCH /invites/:id',
    'PATCH /schools/:id',
    'PATCH /schools/:id/pages',
    'PATCH /subscribers/:id',
    'POST /invites',
    'POST /invites/:id/temporary_password',
    'POST /schools/:id/email_confirmation',
    'POST /schools/:id/export_address',
    'POST /subscribers',
    'POST /subscribers/import',
    'PUT /invites/:id/withdraw',
    'PUT /schools/:id/close',
    'PUT /schools/:id/reopen',
    'PUT /subscribers/imports/:id/cancel',
    'PUT /subscribers/imports/:id/undo',
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

it('admits contributors only where a part is theirs, but to the list of their parts', () => {
  const rows = Object.values(routes).filter(({ access }) => access === 'contributor');
  const anywhere = rows.filter((row) => !('ofPart' in row));
  expect(anywhere.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /parts']);
});
