import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP archive of these files, by name. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>, folder = ''): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), `${folder}${name}`);
  zip.end();
  return await buffer(zip.outputStream);
}

const cellsOf = (row: readonly string[]) =>
  row
    .map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`)
    .join('');

/** The rows of a sheet in LibreOffice's form; each cell is XML. */
export const odsRows = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `<table:table-row>${cellsOf(row)}</table:table-row>`).join('');

/** An OpenDocument spreadsheet of these tables, by name; each is XML. */
export async function odsOf(tables: Readonly<Record<string, string>>, others = {}): Promise<Buffer> {
  const sheets = Object.entries(tables).map(
    ([name, rows]) => `<table:table table:name="${name}">${rows}</table:table>`,
  );
  const spaces = ['office', 'table', 'text', 'draw', 'dc']
    .map((prefix) => `xmlns:${prefix}="urn:x:${prefix}"`)
    .join(' ');
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${spaces}><office:body>
    <office:spreadsheet>${sheets.join('')}</office:spreadsheet></office:body></office:document-content>`;
  return await zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
    ...others,
  });
}
