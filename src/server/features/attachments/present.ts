import { type AttachmentResource, FILES_PATH } from '#contract/files.ts';
import type { Attachment } from './repo.ts';

/** A stored file as it crosses the wire, its address absolute. */
export function presentAttachment(row: Attachment, publicUrl: string): AttachmentResource {
  return {
    id: row.id,
    type: 'attachment',
    attributes: {
      url: publicUrl + FILES_PATH + row.key,
      name: row.name,
      content_type: row.contentType,
      size: row.size,
      ...(row.width === null ? {} : { width: row.width }),
      ...(row.height === null ? {} : { height: row.height }),
    },
  };
}
