import {
  type AttachmentResource,
  attachmentResource,
  type StoredFileResource,
  storedFileResource,
} from '#contract/files.ts';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import { resourceOf } from '#server/platform/columns.ts';
import type { StaffAddresses } from '#server/platform/files/own-addresses.ts';
import type { FileInUse } from './library.ts';
import type { Attachment } from './repo.ts';

/** A file as the contract shows it, with its staff address. */
export function presentAttachment(row: Attachment, files: StaffAddresses): AttachmentResource {
  return resourceOf(attachmentResource, row, shared(row, files));
}

/** A file and the newsletters that use it, as the contract shows them. */
export function presentFile(row: FileInUse, files: StaffAddresses): StoredFileResource {
  const uses = row.uses.map(({ newsletterId, ...use }) => ({ newsletter_id: newsletterId, ...use }));
  return resourceOf(storedFileResource, row, { ...shared(row, files), uses });
}

// Only images have a width and a height.
function shared({ key, width, height }: Attachment, files: StaffAddresses) {
  return {
    url: files.addressOf(FILES_PATH + key),
    width: width ?? undefined,
    height: height ?? undefined,
  };
}
