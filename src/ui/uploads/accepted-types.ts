import { FILE_KINDS, UPLOADS, type UploadKind } from '#contract/files.ts';

// HEIC is accepted and converted to JPEG if the browser can open it. iPhones and iPads (which identify as a Mac, but
// have touch) convert it themselves if HEIC is not in `accept`.
const { userAgent, maxTouchPoints } = navigator;
const CONVERTS_HEIC = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
const HEIC = CONVERTS_HEIC ? [] : ['image/heic', 'image/heif', '.heic', '.heif'];

// Computers often know no type for captions. SubRip is converted to WebVTT.
const FURTHER = { image: HEIC, video: [], document: [], captions: ['.vtt', '.srt'] } as const;

/** The types that may be chosen for an upload, in the format of a file input's `accept`. */
export function acceptedTypes(asked: UploadKind): string {
  return UPLOADS[asked].kinds.flatMap((kind) => [...FILE_KINDS[kind].types, ...FURTHER[kind]]).join(',');
}
