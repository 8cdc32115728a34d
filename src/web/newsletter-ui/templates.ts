import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { SchoolResource } from '#contract/school.ts';
import { toCode } from '#newsletter/document/document.ts';
import { type Art, documentOf, type ReadyMade } from '#newsletter/templates/template.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call, NO_CONNECTION } from '#web/api/client.ts';

/** Where a drawing of a ready-made newsletter is served; a path without the server's name. */
export function artPath(name: Art): string {
  return `/newsletter-art/${name}.jpg`;
}

/** Today where a time zone is, `YYYY-MM-DD`. */
export function todayIn(timeZone: string | undefined): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone }).format();
  } catch {
    return new Intl.DateTimeFormat('en-CA', parts).format();
  }
}

/**
 * Creates a newsletter from a ready-made one. Its drawings become files of the school's own first, so that it is like any
 * other newsletter from then on.
 */
export async function createReadyMade(
  made: ReadyMade,
  title: string,
  school: SchoolResource['attributes'],
  handles?: (error: ApiError) => boolean,
) {
  const addresses = new Map<Art, string>();
  for (const name of made.art) addresses.set(name, await ownArt(name));
  const document = documentOf(made, {
    today: todayIn(school.time_zone),
    school,
    art: (name) => addresses.get(name) ?? '',
  });
  const { news_letter } = await call(newsletterRoutes.createNewsletter, {
    body: { title, layout_type: made.layout, code: toCode(document) },
    ...(handles && { handles }),
  });
  return news_letter.data;
}

async function ownArt(name: Art): Promise<string> {
  const response = await fetch(artPath(name)).catch(() => null);
  if (response === null || !response.ok) {
    toast.error(NO_CONNECTION);
    throw new Error(`The drawing ${name} could not be loaded`);
  }
  const file = new File([await response.blob()], `${name}.jpg`, { type: 'image/jpeg' });
  const { attachment } = await call(fileRoutes.uploadAttachment, { files: { file } });
  return attachment.data.attributes.url;
}
