import { fileTypeFromBuffer } from 'file-type';
import { Malformed } from '#server/features/attachments/uploads/metadata/bytes.ts';
import { type OpenOffice, openOffice } from '#server/features/attachments/uploads/metadata/office.ts';

/** The part that each type must have; without it the file is some other ZIP archive. */
const MAIN_PARTS: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word/document.xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xl/workbook.xml',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'ppt/presentation.xml',
};

/** Whether a type is ZIP-based, so that `readOffice` must see the whole file. */
export function isZipBased(contentType: string): boolean {
  return contentType in MAIN_PARTS;
}

/** Opens a document and checks that the whole file is of the sniffed type and has its main part. Throws `Malformed`. */
export async function readOffice(bytes: Buffer, contentType: string): Promise<OpenOffice> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime !== contentType) throw new Malformed('The file is of another type');
  const office = await openOffice(bytes);
  if (!office.entries.some(({ fileName }) => fileName === MAIN_PARTS[contentType]))
    throw new Malformed('The main part is missing');
  return office;
}
