import { z } from 'zod';
import { IMAGE_MAX_BYTES, MiB } from '#contract/rules/stored-files.ts';
import { HELD_WORDS, heldWordsWarning } from '#newsletter/values/held-words.ts';
import { idParams, many, paged, paging, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';

/** Uploaded files and their limits, in bytes unless noted. Source: docs/requirements/calls.md 4. */
export const IMAGE_MAX_PIXELS = 40_000_000;
/** The pixels of all frames: only the first frame of a larger animation is stored. */
export const ANIMATION_MAX_PIXELS = 10_000_000;
/** Wider images are scaled down to this width, in pixels. */
export const IMAGE_MAX_WIDTH = 1600;
export const VIDEO_MAX_BYTES = 200 * MiB;
const DOCUMENT_MAX_BYTES = 25 * MiB;
const CAPTIONS_MAX_BYTES = MiB;
/** The total for all files of one school. */
export const SCHOOL_QUOTA_BYTES = 5 * 1024 * MiB;

/** For a HEIC photo that the browser cannot decode. */
export const HEIC_ADVICE =
  'It is an iPhone’s photo: choose it on the iPhone itself, which sends it as JPEG, or open it on this computer, save it as JPEG and choose that one';

/** The accepted types, as detected from the content. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const;
const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/quicktime'] as const;
export const DOCUMENT_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'text/plain',
] as const;

/** WebVTT, the format of captions. */
const CAPTIONS_TYPES = ['text/vtt'] as const;

export const FILE_KINDS = {
  image: { types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES },
  video: { types: VIDEO_TYPES, maxBytes: VIDEO_MAX_BYTES },
  document: { types: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES },
  captions: { types: CAPTIONS_TYPES, maxBytes: CAPTIONS_MAX_BYTES },
} as const;
export type FileKind = keyof typeof FILE_KINDS;

/** The kinds that each upload field accepts, and its message for anything else. */
export const UPLOADS = {
  image: { kinds: ['image'], wanted: 'Please choose a picture: JPEG, PNG, GIF, WebP, AVIF or HEIC' },
  video: { kinds: ['video'], wanted: 'Please choose a video: MP4, WebM or MOV' },
  captions: {
    kinds: ['captions'],
    wanted: 'Please choose captions: a WebVTT file (.vtt) or a SubRip file (.srt)',
  },
  /** Pictures too, because posters often are. */
  download: {
    kinds: ['document', 'image'],
    wanted: 'Please choose a PDF, Word, Excel, PowerPoint or text file, or a picture',
  },
} as const satisfies Record<string, { kinds: readonly FileKind[]; wanted: string }>;
export type UploadKind = keyof typeof UPLOADS;

export const attachmentResource = resource(
  'attachment',
  z.object({
    url: z.string(),
    name: z.string(),
    content_type: z.string(),
    size: z.number().int(),
    width: z.number().int().optional(),
    height: z.number().int().optional(),
  }),
);
export type AttachmentResource = z.infer<typeof attachmentResource>;

/** The reply to an upload. */
const uploadedFileResource = resource(
  'attachment',
  attachmentResource.shape.attributes.extend({
    /** Set if some metadata that may identify the author could not be removed. */
    keeps_metadata: z.literal(true).optional(),
    /** Set for a PDF whose pages are only pictures, without text that could be read out. */
    is_scan: z.literal(true).optional(),
    /** Set for a PDF whose attached files were removed. */
    loses_files: z.literal(true).optional(),
    /** Set for a film in HEVC, which many browsers do not play. */
    is_hevc: z.literal(true).optional(),
    /** Set for an animation that was stored as a still picture, because it had too many frames. */
    is_still: z.literal(true).optional(),
    /** The kinds of hidden content in a document, so that its author can read and remove it. */
    holds: z.array(z.enum(HELD_WORDS)).optional(),
  }),
);
export type UploadedFileResource = z.infer<typeof uploadedFileResource>;

const KEEPS_METADATA_WARNING =
  'We could not remove everything that may tell who made this file. To be sure, print it as a new PDF and choose that one';

/** A file and where it is used. */
const HEVC_WARNING =
  'This film is in HEVC, an iPhone’s own format: in many browsers it shows nothing. Please save it as MP4 with H.264 and choose that one. For the next film, choose Settings, Camera, Formats, Most Compatible on the iPhone';
const STILL_WARNING =
  'This picture has stopped moving: it has too many frames. Please choose a shorter or a smaller one if it should move';

const LOSES_FILES_WARNING =
  'Other files were attached to this PDF. They are not in it any more: if readers need them, add them on their own';

/** The warning about an uploaded file; null if there is none. */
export function uploadWarning(stored: UploadedFileResource['attributes']): string | null {
  // Only said here, whereas the check repeats the warning about a document's hidden content.
  if (stored.loses_files) return LOSES_FILES_WARNING;
  if (stored.holds !== undefined) return heldWordsWarning(stored.holds, stored.url);
  if (stored.is_hevc) return HEVC_WARNING;
  if (stored.is_still) return STILL_WARNING;
  return stored.keeps_metadata ? KEEPS_METADATA_WARNING : null;
}

export const storedFileResource = resource(
  'attachment',
  attachmentResource.shape.attributes.extend({
    created_at: timestamp,
    /** Whether it is the logo, which cannot be deleted. */
    is_logo: z.boolean(),
    /**
     * `published`: readers see it, on the page or in mails already sent. `past`: only an earlier edition shows it,
     * which staff can still open. Entries without a newsletter are saved blocks or templates.
     */
    uses: z.array(
      z.object({
        newsletter_id: z.uuid().nullable(),
        title: z.string(),
        published: z.boolean(),
        past: z.literal(true).optional(),
      }),
    ),
  }),
);
export type StoredFileResource = z.infer<typeof storedFileResource>;

/** The progress of an upload as text: '64.25%'. Both arguments are in bytes. */
export function uploadPercent(sent: number, total: number): string {
  return `${(total > 0 ? Math.min(100, (sent / total) * 100) : 0).toFixed(2)}%`;
}

/** The room taken, in bytes. */
const roomTaken = z.object({ used: z.number(), max: z.number() });
export type RoomTaken = z.infer<typeof roomTaken>;

export const fileRoutes = {
  uploadAttachment: route({
    method: 'POST',
    path: '/attachments',
    access: 'signed_in',
    token: 'files:write',
    needsOpenSchool: true,
    summary: 'Upload a file; its type is read from its content',
    multipart: { files: ['file'], mode: 'stream', maxBytes: VIDEO_MAX_BYTES },
    status: 201,
    reply: z.object({ attachment: single(uploadedFileResource) }),
  }),
  listAttachments: route({
    method: 'GET',
    path: '/attachments',
    access: 'member',
    token: 'files:read',
    summary: 'The school’s files, the newest first, and where each is used',
    query: z.strictObject(paging),
    status: 200,
    reply: z.object({ attachments: many(storedFileResource), ...paged }),
  }),
  schoolRoom: route({
    method: 'GET',
    path: '/attachments/room',
    access: 'owner',
    summary: 'How much of the school’s space its files and its newsletters take',
    status: 200,
    reply: z.object({ room: z.object({ files: roomTaken, newsletters: roomTaken }) }),
  }),
  deleteAttachment: route({
    method: 'DELETE',
    path: '/attachments/:id',
    access: 'member',
    token: 'files:write',
    summary: 'Delete a file wherever it is used; 409 for the school’s logo',
    params: idParams,
    status: 204,
  }),
} as const;
