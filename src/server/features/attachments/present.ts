import {
  type AttachmentResource,
  attachmentResource,
  FILES_PATH,
  type StoredFileResource,
  storedFileResource,
} from '#contract/files.ts';
import { resourceOf } from '#server/platform/columns.ts';
import type { StaffAddresses } from '#server/platform/files/own-addresses.ts';
import type { FileInUse } from './library.ts';
import type { Attachment } from './repo.ts';

/** A stored file as it crosses the wire, its address the one for staff. */
export function presentAttachment(row: Attachment, files: StaffAddresses): AttachmentResource {
  return resourceOf(attachmentResource, row, shared(row, files));
}

/** A stored file with where it is used. */
export function presentFile(row: FileInUse, files: StaffAddresses): StoredFileResource {
  const uses = row.uses.map(({ newsletterId, title, published }) => ({
    newsletter_id: newsletterId,
    title,
    published,
  }));
  return resourceOf(storedFileResource, row, { ...shared(row, files), uses });
}

// Only pictures have a size on the screen.
function shared({ key, width, height }: Attachment, files: StaffAddresses) {
  return {
    url: files.addressOf(FILES_PATH + key),
    width: width ?? undefined,
    height: height ?? undefined,
  };
}
