import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { API_BASE, type Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { serviceRoutes } from '#contract/service.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool } from '#test/factories.ts';

let test: TestApp;
afterEach(async () => await test.close());

it('returns the product’s name and the payment provider, and no secret', async () => {
  test = await buildTestApp({
    PRODUCT_NAME: 'School Post',
    STRIPE_SECRET_KEY: 'sk_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_public',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    STRIPE_PRICE_MONTHLY: 'price_m',
    STRIPE_PRICE_YEARLY: 'price_y',
  });
  const answer = await test.call(serviceRoutes.config);
  expect(answer.ok()).toMatchObject({
    product_name: 'School Post',
    payment: { provider: 'stripe', publishable_key: 'pk_public' },
  });
  expect(answer.text).not.toContain('secret');
});

it('describes every call as OpenAPI 3.1', async () => {
  test = await buildTestApp();
  const document = (await test.call(serviceRoutes.openapi)).ok();
  expect(document.openapi).toBe('3.1.0');
  const table: readonly (readonly [string, Route])[] = Object.entries(routes);
  for (const [name, row] of table) {
    const path = (row.root ? '' : API_BASE) + row.path.replace(/:(\w+)/g, '{$1}');
    expect(document.paths).toHaveProperty([path, row.method.toLowerCase(), 'operationId'], name);
  }
  expect(document.paths).toMatchObject({
    '/api/v1/authorization/login': {
      post: {
        security: [],
        requestBody: {
          content: {
            'application/json': { schema: { properties: { user: { required: ['email', 'password'] } } } },
          },
        },
      },
    },
    // Its reply is made by a transformation.
    '/api/v1/users/two_step': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  properties: { two_step: { required: expect.arrayContaining(['ways', 'passkeys']) } },
                },
              },
            },
          },
        },
      },
    },
    '/api/v1/schools/{id}': {
      patch: {
        security: [{ session: [] }],
        parameters: [{ name: 'id', in: 'path', required: true }],
        requestBody: {
          content: {
            'multipart/form-data': { schema: { properties: { 'school[logo]': { format: 'binary' } } } },
          },
        },
      },
    },
  });
});

it('says its version, the newest of the changelog', async () => {
  test = await buildTestApp();
  const newest = /^## (\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1];
  expect((await test.call(serviceRoutes.health)).ok()).toEqual({ status: 'ok', version: newest });
});

it.each([
  ['the privileges are lost', 'revoke select on schools from app_tenant'],
  ['a privilege on another table is lost', 'revoke insert on deliveries from app_tenant'],
  ['the policies are lost', 'drop policy schools_school on schools'],
  ['the policy of another table is lost', 'drop policy newsletters_school on newsletters'],
  ['row-level security is off', 'alter table subscribers disable row level security'],
])('reports that it cannot serve when %s, with the reason in the log', async (_, accident) => {
  test = await buildTestApp();
  await createSchool(test);
  expect((await test.call(serviceRoutes.health)).ok().status).toBe('ok');
  await test.context.database.query(accident);
  const answer = await test.call(serviceRoutes.health);
  expect([answer.status, answer.error().error_message]).toEqual([503, ERROR_MESSAGES.databaseAway]);
  expect(test.log.join('')).toMatch(/permission denied|sees 0 schools|this is missing/);
});
