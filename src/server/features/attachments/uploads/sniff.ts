import { fileTypeFromBuffer } from 'file-type';
import { FILE_KINDS, type FileKind, HEIC_ADVICE } from '#contract/files.ts';

/** Detects a file's type by its content; its name is ignored. */

/** The number of a file's first bytes needed to detect its type. */
export const HEAD_BYTES = 64 * 1024;

/** An accepted type and the kind whose limits apply. */
export interface Sniffed {
  readonly kind: FileKind;
  readonly contentType: string;
  /** The encoding of a text that is not in UTF-8. */
  readonly encoding?: TextEncoding;
}

/** The encodings of Windows' Notepad, with its 'Unicode' and 'ANSI'. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const OLD_OFFICE = /^application\/(?:x-cfb|rtf)$/;
const HEIC = /^image\/hei[cf]/;
/** The refusal of iPhone photos that the browser could not convert. */
const HEIC_MESSAGE = `Photos in the HEIC format cannot be used here. ${HEIC_ADVICE}`;
const MARKUP_MESSAGE = 'SVG and HTML files cannot be used here. Please save the picture as PNG or JPEG first';
const CAPTIONS_MARKUP_MESSAGE =
  'These captions have parts of a web page in them, such as <img> or <script>. Please take them out: only the words are shown';
const OTHER_MESSAGE =
  'Files of this type cannot be used here. What can be used are pictures (JPEG, PNG, GIF, WebP, AVIF), videos (MP4, WebM, MOV), documents (PDF, DOCX, XLSX, PPTX, TXT) and captions (VTT)';
/** The refusal of Office formats from before 2007. */
const OLD_OFFICE_MESSAGE =
  'Older Office files (DOC, XLS, PPT, RTF) cannot be used here. Please save the file as DOCX, XLSX, PPTX or PDF first';

/** The type of a file by its first bytes, or the message that refuses it (415). */
export async function sniff(head: Buffer): Promise<Sniffed | { readonly refused: string }> {
  const found = await detect(head);
  if (found === 'text/vtt' && hasMarkup(head)) return { refused: CAPTIONS_MARKUP_MESSAGE };
  if (found !== undefined) return accepted(found) ?? { refused: refusalOf(found, head) };
  const pdfAt = pdfHeaderOffset(head);
  if (pdfAt > 0 && !hasMarkup(head.subarray(0, pdfAt)))
    return { kind: 'document', contentType: 'application/pdf' };
  const encoding = encodingOf(head);
  if (encoding === null) return { refused: OTHER_MESSAGE };
  if (hasMarkup(Buffer.from(new TextDecoder(encoding).decode(head)))) return { refused: MARKUP_MESSAGE };
  return { kind: 'document', contentType: 'text/plain', encoding };
}

async function detect(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // A broken container is of no accepted type; the decoder would refuse it too.
    return undefined;
  }
}

/** PDF readers look for the header within this many bytes. Source: ISO 32000-1, Annex H.3, note 13. */
const PDF_HEADER_WITHIN = 1024;

// The offset of a PDF header, -1 without one. A text may mention '%PDF-', but contains no objects.
function pdfHeaderOffset(head: Buffer): number {
  const text = head.toString('latin1');
  const at = text.slice(0, PDF_HEADER_WITHIN).search(/%PDF-\d/);
  return at >= 0 && /\d\s+obj\b/.test(text.slice(at)) ? at : -1;
}

function accepted(contentType: string): Sniffed | null {
  // Apple's own name for MP4.
  const type = contentType === 'video/x-m4v' ? 'video/mp4' : contentType;
  for (const kind of ['image', 'video', 'document', 'captions'] as const) {
    const types: readonly string[] = FILE_KINDS[kind].types;
    if (types.includes(type)) return { kind, contentType: type };
  }
  return null;
}

function refusalOf(contentType: string, head: Buffer): string {
  if (HEIC.test(contentType)) return HEIC_MESSAGE;
  if (OLD_OFFICE.test(contentType)) return OLD_OFFICE_MESSAGE;
  return contentType.includes('xml') || hasMarkup(head) ? MARKUP_MESSAGE : OTHER_MESSAGE;
}

// Elements that could make a browser or a person take a text for a web page.
const MARKUP =
  /<(?:!doctype|\?xml|(?:html|head|body|script|style|svg|math|iframe|object|embed|link|meta|img|video|form|base|a)[\s/>])/i;

function hasMarkup(head: Buffer): boolean {
  return MARKUP.test(head.toString('latin1'));
}

/** The encoding of a text; null for other bytes. The last character may be cut off. */
function encodingOf(head: Buffer): TextEncoding | null {
  if (head.length === 0) return null;
  const marked = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-16be';
  const isMarked = marked === 'utf-16le' || (head[0] === 0xfe && head[1] === 0xff);
  const encodings = isMarked ? ([marked] as const) : (['utf-8', 'windows-1252'] as const);
  return encodings.find((encoding) => new TextCheck(encoding).decode(head) !== null) ?? null;
}

/** Reads a stream of bytes as text without control characters. */
export class TextCheck {
  readonly #decoder: InstanceType<typeof TextDecoder>;

  constructor(encoding: TextEncoding) {
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  /** The text of these bytes; null if they are not text. */
  decode(bytes: Buffer): string | null {
    return this.#text(() => this.#decoder.decode(bytes, { stream: true }));
  }

  /** The end of the text; null if it is within a character. */
  end(): string | null {
    return this.#text(() => this.#decoder.decode());
  }

  #text(decode: () => string): string | null {
    try {
      const text = decode();
      return BINARY.test(text) ? null : text;
    } catch {
      return null;
    }
  }
}

// The undefined bytes of Windows-1252 become controls, too.
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u0084\u0086-\u009f]/;
