const BOUNDARY = 'a-boundary';

/** The content type of `multipartBody`. */
export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } as const;

/** A multipart body of fields and files. */
export function multipartBody(
  parts: readonly { readonly name: string; readonly filename?: string; readonly content: Buffer }[],
): Buffer {
  const pieces = parts.flatMap(({ name, filename, content }) => {
    const file =
      filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`;
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
