import { z } from 'zod';
import {
  NEWSLETTER_BODY_LIMIT,
  type NewsletterResource,
  newsletterResource,
  newsletterRoutes,
} from '#contract/newsletters.ts';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import {
  byteLength,
  codeSchema,
  fromCode,
  type NewsletterDocument,
  toCode,
} from '#newsletter/document/document.ts';
import { asFields, settingsIn, settingsOfFields } from '#newsletter/settings/settings.ts';
import { ApiError, isApiError } from '#web/api/api-error.ts';
import { call, NO_CONNECTION } from '#web/api/client.ts';
import type { Opened, PublicState } from '#web/features/editor/kernel/opened.ts';
import { VersionConflict } from '#web/features/editor/kernel/save-state.ts';
import type { SaveNotes, StoredAnswer } from '#web/features/editor/kernel/saver.ts';
import { type Saved, savableDocument } from '#web/features/editor/kernel/state/editor-state.ts';

/** The public state of a newsletter, from the server's attributes. */
export function publicStateOf(
  attributes: Pick<NewsletterResource['attributes'], 'status' | 'has_unpublished_changes'>,
): PublicState {
  if (attributes.status === 'draft') return 'draft';
  return attributes.has_unpublished_changes ? 'later' : 'published';
}

/** Fetches a newsletter. Throws `ApiError`, which the caller shows. */
export async function fetchNewsletter(id: string, signal: AbortSignal): Promise<NewsletterResource> {
  const { news_letter } = await call(newsletterRoutes.getNewsletter, {
    params: { id },
    signal,
    handles: () => true,
  });
  return news_letter.data;
}

/** The fields of a document that calls send. */
function sentDocument(document: NewsletterDocument) {
  return {
    layout_type: document.layout,
    ...asFields(settingsIn(document)),
    code: toCode(document),
  };
}

function sentVersion(saved: Saved) {
  return { title: saved.title, ...sentDocument(savableDocument(saved)) };
}

/** Converts a newsletter for the editor. Throws `ZodError` for unknown blocks. */
export function openedFrom({ id, attributes }: NewsletterResource): Opened {
  const code = codeSchema.parse(withOwnPaths(attributes.code, window.location.origin));
  return {
    id,
    saved: {
      title: attributes.title,
      document: fromCode(attributes.layout_type, code, settingsOfFields(attributes)),
      fresh: [],
    },
    version: attributes.version,
    at: new Date(attributes.updated_at),
    publicState: publicStateOf(attributes),
    missing: attributes.missing_files,
    footerText: attributes.footerContent,
    carriedOver: attributes.carried_over,
  };
}

/** Replaces the absolute addresses of own files, which the server sends, with paths, which documents have. */
export function withOwnPaths(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withOwnPaths(item, origin));
  if (typeof value === 'string')
    return value.startsWith(origin + FILES_PATH) ? value.slice(origin.length) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withOwnPaths(inner, origin)]));
}

/** The timeout of a save, in milliseconds. */
const SAVE_TIMEOUT = 30_000;

// Bytes for the wrapper and its commas.
const BODY_ROOM = 1024;
const sizeOf = (value: unknown) => byteLength(JSON.stringify(value));

/** The newest given-up versions that fit into a save's body: the newsletter itself comes first. */
function fittingBeside<T>(body: unknown, givenUp: readonly T[]): readonly T[] {
  const sizes = givenUp.map(sizeOf);
  const room = NEWSLETTER_BODY_LIMIT - BODY_ROOM - sizeOf(body);
  const isBesides = (_: T, at: number) => sizes.slice(at).reduce((sum, size) => sum + size, 0) <= room;
  return givenUp.filter(isBesides);
}

/** Saves the draft. Throws `VersionConflict`, or `ApiError`, which the caller shows. */
export async function saveNewsletter(
  id: string,
  saved: Saved,
  version: number,
  { restores, givenUp, kept }: SaveNotes,
): Promise<StoredAnswer> {
  try {
    const body = {
      ...sentVersion(saved),
      version,
      ...(restores && { restores }),
      ...(kept.length > 0 && { kept: [...kept] }),
    };
    const beside = fittingBeside(body, givenUp.map(sentVersion));
    const { news_letter } = await call(newsletterRoutes.updateNewsletter, {
      params: { id },
      body: { ...body, ...(beside.length > 0 && { given_up: [...beside] }) },
      handles: () => true,
      signal: AbortSignal.timeout(SAVE_TIMEOUT),
    });
    const { attributes } = news_letter.data;
    return {
      version: attributes.version,
      at: new Date(attributes.updated_at),
      publicState: publicStateOf(attributes),
      missing: attributes.missing_files,
      carriedOver: attributes.carried_over,
    };
  } catch (error) {
    // A dead connection may never fail by itself, so the timeout counts as no connection. Chrome reports an AbortError if
    // the answer had begun to arrive.
    if (error instanceof DOMException) throw new ApiError(0, { error_message: NO_CONNECTION });
    throw conflictIn(error) ?? error;
  }
}

function conflictIn(error: unknown): VersionConflict | null {
  const theirs = isApiError(error, 409) ? storedIn(error.body.news_letter) : null;
  return theirs && new VersionConflict(theirs, openedFrom(theirs).saved);
}

function storedIn(value: unknown): NewsletterResource | null {
  const stored = z.object({ data: newsletterResource }).safeParse(value);
  return stored.success ? stored.data.data : null;
}

/** Saves the content as a new newsletter; resolves to its id. */
export async function saveAsNew(saved: Saved, title: string): Promise<string> {
  const { news_letter } = await call(newsletterRoutes.createNewsletter, {
    body: { ...sentVersion(saved), title },
  });
  return news_letter.data.id;
}

/** Keeps blocks of a next issue as they were in the issue before. An error has been shown. */
export async function storeKeptBlocks(id: string, blocks: readonly string[]): Promise<void> {
  await call(newsletterRoutes.keepBlocks, { params: { id }, body: { blocks: [...blocks] } });
}

/** Thrown when publishing finds deleted files that the editor does not know of. */
export class FilesMissing extends Error {
  readonly files: readonly string[];
  constructor(files: readonly string[]) {
    super('Files of this newsletter were deleted');
    this.name = 'FilesMissing';
    this.files = files;
  }
}

/**
 * Publishes a version of the draft. Throws `VersionConflict` if the server has another one, `FilesMissing` if other
 * files than `missing` were deleted, or `ApiError`, which has been shown unless it is a 404.
 */
export async function publishNewsletter(
  id: string,
  version: number,
  missing: readonly string[],
): Promise<void> {
  try {
    await call(newsletterRoutes.publishNewsletter, {
      params: { id },
      body: { version, missing_files: [...missing] },
      handles: (error) => error.status === 404 || refusalIn(error) !== null,
    });
  } catch (error) {
    throw refusalIn(error) ?? error;
  }
}

function refusalIn(error: unknown): VersionConflict | FilesMissing | null {
  const files = isApiError(error, 409) ? error.body.missing_files : undefined;
  return files === undefined ? conflictIn(error) : new FilesMissing(files);
}
