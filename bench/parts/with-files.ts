import { readFile } from 'node:fs/promises';
import { fileRoutes } from '#contract/files.ts';
import { pathOf } from '#contract/route.ts';
import type { Running } from './running.ts';

/** The blocks with a picture and a PDF that the school has uploaded, as in a real newsletter. */
export async function withFiles(running: Running, blocks: readonly unknown[]): Promise<readonly unknown[]> {
  const picture = await upload(running, 'public/newsletter-art/harvest.jpg');
  const menu = await upload(running, 'src/server/features/demo/art/lunch-menu.pdf');
  const code = JSON.stringify(blocks)
    .replaceAll(/\/files\/\w+\.jpg/g, picture)
    .replaceAll(/\/files\/\w+\.pdf/g, menu);
  return JSON.parse(code);
}

async function upload({ url, token }: Running, path: string): Promise<string> {
  const content = await readFile(new URL(`../../${path}`, import.meta.url));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), path.split('/').at(-1));
  const row = fileRoutes.uploadAttachment;
  const answer = await fetch(url + pathOf(row), {
    method: row.method,
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return row.reply.parse(await answer.json()).attachment.data.attributes.url;
}
