import { fileRoutes } from '#contract/files.ts';
import { fileKeyOf } from '#newsletter/document/missing-files.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import type { TestApp } from './app.ts';
import type { TestPerson, TestSchool } from './factories.ts';
import { MULTIPART, multipartBody } from './multipart.ts';

/** Uploads a file as a person. */
export function sendFile(test: TestApp, { token }: TestPerson, content: Buffer, filename = 'a file') {
  return test.call(fileRoutes.uploadAttachment, {
    token,
    body: multipartBody([{ name: 'file', filename, content }]),
    headers: MULTIPART,
  });
}

/** Uploads a valid file and resolves to its attributes. */
export async function uploadFile(test: TestApp, person: TestPerson, content: Buffer, filename?: string) {
  return (await sendFile(test, person, content, filename)).ok().attachment.data.attributes;
}

/** Registers own files by path without content, for newsletters that refer to them. */
export async function registerFiles(
  test: TestApp,
  { id, owner }: TestSchool,
  paths: readonly string[],
): Promise<void> {
  const file = { schoolId: id, userId: owner.id, name: 'a file', contentType: 'image/png', size: 1 };
  const keys = new Set(paths.map(fileKeyOf).filter((key) => key !== null));
  const rows = [...keys].map((key) => ({ ...file, key }));
  await test.context.database.orm().insert(attachments).values(rows);
}

/** The key of a file, from its address for staff or readers. */
export function keyOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

/** Requests a file as a browser does, without a session. */
export function fetchFile(
  test: TestApp,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const { pathname, search } = new URL(url);
  return test.app.inject({ url: pathname + search, headers, method });
}
