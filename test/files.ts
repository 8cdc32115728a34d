import { fileRoutes } from '#contract/files.ts';
import { fileKeyOf } from '#newsletter/document/missing-files.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import type { TestApp } from './app.ts';
import { MULTIPART, multipartBody } from './examples.ts';
import type { TestPerson, TestSchool } from './factories.ts';

/** Sends a file in the name of `person`. */
export function sendFile(test: TestApp, { token }: TestPerson, content: Buffer, filename = 'a file') {
  return test.call(fileRoutes.uploadAttachment, {
    token,
    body: multipartBody([{ name: 'file', filename, content }]),
    headers: MULTIPART,
  });
}

/** Sends a file that has to be taken, and gives what the server says about it. */
export async function uploadFile(test: TestApp, person: TestPerson, content: Buffer, filename?: string) {
  return (await sendFile(test, person, content, filename)).ok().attachment.data.attributes;
}

/** Has a school know these own files, by their paths, for newsletters that show them; there is nothing to fetch. */
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

/** The key of a file, by its address for staff or for readers. */
export function keyOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

/** Asks for a file as a browser does that found its address in a newsletter. */
export function fetchFile(
  test: TestApp,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  return test.app.inject({ url: new URL(url).pathname, headers, method });
}
