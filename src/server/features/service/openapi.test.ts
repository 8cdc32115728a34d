import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { SIGNED_EXAMPLE } from '#contract/api/signature.ts';
import { TOKEN_INVALID } from '#contract/api/tokens.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { serviceRoutes } from '#contract/service.ts';
import { makeApiToken } from '#test/api-tokens.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool } from '#test/factories.ts';
import { heading } from '#test/newsletters.ts';

/** The OpenAPI document: a validator finds no errors, and a generator makes a working client from it. */

let test: TestApp;
let folder: string;
let url: string;
beforeAll(async () => {
  test = await buildTestApp();
  url = await test.listen();
  folder = await mkdtemp(join(tmpdir(), 'inkwell-client-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await test.close();
});

const readDocument = async () => (await test.call(serviceRoutes.openapi)).ok();

it('is valid, and says of each call what an API token needs', async () => {
  const document = await readDocument();
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  expect(document).toMatchObject({
    paths: {
      '/api/v1/news_letters/publish/{id}': {
        put: {
          security: [{ api_token: ['newsletters:publish'] }, { session: [] }],
          responses: { 401: { $ref: '#/components/responses/TokenInvalid' } },
        },
      },
      '/api/v1/news_letters/{id}': {
        patch: {
          parameters: expect.arrayContaining([expect.objectContaining({ name: 'Prefer', in: 'header' })]),
          responses: {
            200: {
              headers: { 'Preference-Applied': { $ref: '#/components/headers/Preference-Applied' } },
            },
          },
        },
      },
      '/api/v1/users/my_profile': { get: { security: [{ session: [] }] } },
      '/api/v1/news_letters/{id}/editions/{edition_id}/download': {
        get: { responses: { 200: { content: { 'application/zip': { schema: { format: 'binary' } } } } } },
      },
    },
    webhooks: {
      'subscriber.joined': {
        post: {
          description: expect.stringContaining(`webhook-signature: ${SIGNED_EXAMPLE.signature}`),
          requestBody: { required: true },
        },
      },
    },
    components: {
      responses: {
        TokenInvalid: { content: { 'application/json': { example: { error_code: TOKEN_INVALID } } } },
      },
    },
  });
});

interface Client {
  readonly api: {
    createNewsletter(data: unknown): Promise<{ readonly data: unknown }>;
    publishNewsletter(id: string, data: unknown): Promise<{ readonly data: unknown }>;
    getNewsletter(id: string, query: unknown): Promise<unknown>;
  };
}
type MakeClient = new (config: {
  readonly baseUrl: string;
  readonly baseApiParams: { readonly headers: Readonly<Record<string, string>> };
}) => Client;
const generated = z.object({ Api: z.custom<MakeClient>((made) => typeof made === 'function') });
const answered = z.object({
  news_letter: z.object({
    data: z.object({ id: z.string(), attributes: z.object({ title: z.string(), status: z.string() }) }),
  }),
});

it('makes a client, by a generator from npm, that writes and publishes a newsletter with a token', async () => {
  const spec = join(folder, 'openapi.json');
  await writeFile(spec, JSON.stringify(await readDocument()));
  const { files } = await generateApi({ input: spec, output: false, httpClientType: 'fetch', silent: true });
  const code = files[0]?.fileContent ?? '';
  const file = join(folder, 'client.mjs');
  await writeFile(file, stripTypeScriptTypes(code, { mode: 'transform' }));
  const { Api } = generated.parse(await import(/* @vite-ignore */ pathToFileURL(file).href));

  const { owner } = await createSchool(test);
  const { token } = await makeApiToken(test, owner.token, ['newsletters:write', 'newsletters:publish']);
  const headers = { authorization: `Bearer ${token}` };
  const { api } = new Api({ baseUrl: url, baseApiParams: { headers } });
  const news_letter = { title: 'By a program', layout_type: 'one_column', code: [heading('Hello')] };
  const made = answered.parse((await api.createNewsletter({ news_letter })).data).news_letter.data;
  const published = answered.parse((await api.publishNewsletter(made.id, {})).data).news_letter.data;
  expect(published).toMatchObject({
    id: made.id,
    attributes: { title: 'By a program', status: 'published' },
  });
  const seen = await test.call(newsletterRoutes.getNewsletter, {
    token: owner.token,
    params: { id: made.id },
  });
  expect(seen.ok().news_letter.data.attributes.status).toBe('published');
  // An unknown token gets the error of the contract, too.
  const stranger = new Api({ baseUrl: url, baseApiParams: { headers: { authorization: 'Bearer ink_x' } } });
  await expect(stranger.api.getNewsletter(made.id, {})).rejects.toMatchObject({
    status: 401,
    error: { error_code: TOKEN_INVALID },
  });
  // Without the scope, the client throws the error of the contract.
  await expect(api.getNewsletter(made.id, {})).rejects.toMatchObject({
    status: 403,
    error: { error_code: 'scope_missing', scope: 'newsletters:read' },
  });
});
