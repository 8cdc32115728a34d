import { fileTypeFromBuffer } from 'file-type';
import { Malformed } from '#server/features/attachments/uploads/metadata/bytes.ts';
import { type OpenOffice, openOffice } from '#server/features/attachments/uploads/metadata/office.ts';

/** The part without which a file of the type is only a ZIP archive with a well-chosen beginning. */
const MAIN_PARTS: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word/document.xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xl/workbook.xml',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'ppt/presentation.xml',
};

/** Whether a type is one of the ZIP-based ones, so that `readOffice` has to see the whole file. */
export function isZipBased(contentType: string): boolean {
  return contentType in MAIN_PARTS;
}

/** Opens a file that is what its beginning said: the same type, with an index that lists its main part. Throws `Malformed`. */
export async function readOffice(bytes: Buffer, contentType: string): Promise<OpenOffice> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime !== contentType) throw new Malformed('It is something else');
  const office = await openOffice(bytes);
  if (!office.entries.some(({ fileName }) => fileName === MAIN_PARTS[contentType]))
    throw new Malformed('It has no main part');
  return office;
}
