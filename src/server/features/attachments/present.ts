import { type AttachmentResource, FILES_PATH, type StoredFileResource } from '#contract/files.ts';
import type { StaffAddresses } from '#server/platform/files/staff-addresses.ts';
import type { FileInUse } from './library.ts';
import type { Attachment } from './repo.ts';

/** A stored file as it crosses the wire, its address the one for staff. */
export function presentAttachment(row: Attachment, files: StaffAddresses): AttachmentResource {
  return {
    id: row.id,
    type: 'attachment',
    attributes: {
      url: files.addressOf(FILES_PATH + row.key),
      name: row.name,
      content_type: row.contentType,
      size: row.size,
      ...(row.width === null ? {} : { width: row.width }),
      ...(row.height === null ? {} : { height: row.height }),
    },
  };
}

/** A stored file with where it is used. */
export function presentFile(row: FileInUse, files: StaffAddresses): StoredFileResource {
  const { attributes, ...attachment } = presentAttachment(row, files);
  const uses = row.uses.map(({ newsletterId, title, published }) => ({
    newsletter_id: newsletterId,
    title,
    published,
  }));
  return {
    ...attachment,
    attributes: { ...attributes, created_at: row.createdAt.toISOString(), is_logo: row.isLogo, uses },
  };
}
