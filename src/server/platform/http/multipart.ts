import type { FastifyRequest } from 'fastify';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import type { MultipartRule, Route } from '#contract/route.ts';
import { storable } from './body.ts';
import { invalid, tooLarge } from './errors.ts';
import type { BufferedFile } from './handle.ts';
import { unknownKeys } from './input.ts';
import { sentFileName } from './sent-file-name.ts';

const FIELDS_MAX = 50;
const FIELD_BYTES_MAX = 64 * 1024;
const FILE_NAME_MAX = 200;

/** Whether a body is multipart, judged by its header. */
export function isMultipart({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;
}

/** A parsed multipart body: `body` as it would be in JSON, and the files by field. */
export interface MultipartBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, BufferedFile>>;
}

/**
 * Parses the body of a route in `buffer` mode. Fields are named `wrapper[name]`. In `body`, a file is replaced by its
 * name.
 */
export async function readMultipart(
  request: FastifyRequest,
  row: Route,
  rule: MultipartRule,
): Promise<MultipartBody> {
  const fields = new Map<string, string>();
  const files = new Map<string, BufferedFile>();
  const limits = {
    fileSize: rule.maxBytes,
    files: rule.files.length,
    fields: FIELDS_MAX,
    fieldSize: FIELD_BYTES_MAX,
    parts: FIELDS_MAX + rule.files.length,
  };
  for await (const part of request.parts({ limits })) {
    const name = fieldName(part.fieldname, row.wrapper);
    if (name === null || (part.type === 'file' && !rule.files.includes(name)))
      throw unknownKeys([part.fieldname]);
    if (fields.has(name)) throw invalid({ [name]: 'This field was sent twice' });
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge();
      if (typeof part.value !== 'string') throw invalid({ [name]: 'This field must be text' });
      fields.set(name, storable(part.value));
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw tooLarge(ERROR_MESSAGES.fileTooLarge);
    // A file field without a chosen file.
    if (bytes.length === 0 && !part.filename) continue;
    const fileName = storable(sentFileName(part.filename ?? '')).slice(0, FILE_NAME_MAX) || 'file';
    files.set(name, { name: fileName, bytes });
    fields.set(name, fileName);
  }
  const values = Object.fromEntries(fields);
  return {
    body: row.wrapper === undefined ? values : { [row.wrapper]: values },
    files: Object.fromEntries(files),
  };
}

// `school[name]` is `name` in the wrapper `school`.
function fieldName(sent: string, wrapper: string | undefined): string | null {
  if (wrapper === undefined) return sent;
  return sent.startsWith(`${wrapper}[`) && sent.endsWith(']') ? sent.slice(wrapper.length + 1, -1) : null;
}
