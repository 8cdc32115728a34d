import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { SchoolResource } from '#contract/school.ts';
import { isEmptySpace, type StoredBlock, toCode } from '#newsletter/document/document.ts';
import { withNewIds } from '#newsletter/document/traits.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { type Art, documentOf, type Template } from '#newsletter/templates/template.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call, NO_CONNECTION } from '#web/api/client.ts';
import { localDay } from '#web/words/dates.ts';

/** The path of a template's picture, without an origin. */
export function artPath(name: Art): string {
  return `/newsletter-art/${name}.jpg`;
}

/** Today's date in a time zone as `YYYY-MM-DD`; in the browser's zone if it is undefined or unknown. */
export function todayIn(timeZone: string | undefined): string {
  return localDay(new Date().toISOString(), timeZone);
}

/**
 * Creates a newsletter from a template. First it uploads the template's pictures as files of the school, so that the
 * newsletter is like any other. Rejects with `ApiError`, or with an Error if a picture cannot be loaded.
 */
export async function createFromTemplate(
  template: Template,
  title: string,
  school: SchoolResource['attributes'],
  handles?: (error: ApiError) => boolean,
) {
  const addresses = new Map<Art, string>();
  for (const name of template.art) addresses.set(name, await uploadArt(name));
  const document = documentOf(template, {
    today: todayIn(school.time_zone),
    school,
    art: (name) => addresses.get(name) ?? '',
  });
  const { news_letter } = await call(newsletterRoutes.createNewsletter, {
    body: {
      title,
      layout_type: template.layout,
      design: document.design,
      code: toCode(document).map(withOwnIds),
      is_example: true,
    },
    ...(handles && { handles }),
  });
  return news_letter.data;
}

/** A block with ids of its own, so that two newsletters from one template have different events. */
export function withOwnIds(block: StoredBlock): StoredBlock {
  return isEmptySpace(block) ? block : withNewIds(block, createRowId);
}

async function uploadArt(name: Art): Promise<string> {
  const response = await fetch(artPath(name)).catch(() => null);
  if (response === null || !response.ok) {
    toast.error(NO_CONNECTION);
    throw new Error(`The template picture ${name} could not be loaded`);
  }
  const file = new File([await response.blob()], `${name}.jpg`, { type: 'image/jpeg' });
  const { attachment } = await call(fileRoutes.uploadAttachment, { files: { file } });
  return attachment.data.attributes.url;
}
