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
  member: [
    'DELETE /attachments/:id',
    'DELETE /news_letters/:id',
    'DELETE /saved_items/:id',
    'GET /attachments',
    'GET /dashboard',
    'GET /deliveries/:id',
    'GET /deliveries/:id/failures',
    'GET /news',
    'GET /news_letters',
    'GET /news_letters/:id',
    'GET /news_letters/:id/audience',
    'GET /news_letters/:id/deliveries',
    'GET /news_letters/:id/editions',
    'GET /news_letters/:id/editions/:edition_id',
    'GET /news_letters/:id/editions/:edition_id/download',
    'GET /news_letters/:id/states',
    'GET /news_letters/:id/states/:state_id',
    'GET /news_letters/last/created',
    'GET /saved_items',
    'GET /saved_items/:id',
    'PATCH /news_letters/:id',
    'PATCH /saved_items/:id',
    'POST /news_letters',
    'POST /news_letters/:id/deliveries',
    'POST /news_letters/:id/next_issue',
    'POST /news_letters/:id/test_mail',
    'POST /saved_items',
    'PUT /deliveries/:id/cancel',
    'PUT /deliveries/:id/pause',
    'PUT /deliveries/:id/resume',
    'PUT /news_letters/:id/kept_blocks',
    'PUT /news_letters/publish/:id',
    'PUT /news_letters/unpublish/:id',
  ],
  owner_or_admin: [
    'GET /billing_informations/school_info',
    'GET /schools/:id/audit_log',
    'GET /stripe/charges/cancel_subscription',
    'GET /transactions',
    'PATCH /billing_informations/:id',
    'POST /stripe/cards',
    'POST /stripe/charges',
    'POST /stripe/sandbox/confirm',
    'PUT /stripe/cards',
    'PUT /stripe/charges/enable_subscription',
  ],
  owner: [
    'DELETE /invites/:id',
    'DELETE /subscribers/:id',
    'GET /invites',
    'GET /invites/:id',
    'GET /schools/:id/export',
    'GET /subscribers',
    'GET /subscribers/:id',
    'GET /subscribers/export',
    'GET /subscribers/imports/:id/result',
    'GET /subscribers/imports/last',
    'PATCH /invites/:id',
    'PATCH /schools/:id',
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
  ],
};

it('gives every route the expected access', () => {
  const found: Record<Access, string[]> = {
    anyone: [],
    provider: [],
    signed_in: [],
    without_school: [],
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
