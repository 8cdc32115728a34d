import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { fileRoutes, VIDEO_MAX_BYTES } from '#contract/files.ts';
import type { AppContext } from '#server/context.ts';
import { noteFiles } from '#server/data/published-files.ts';
import { newsletterBytes, newsletterBytesMax } from '#server/data/quota/newsletter-room.ts';
import { loadSchool } from '#server/data/schools.ts';
import { defineDeletions } from '#server/features/attachments/storage/delete-stored.ts';
import { sweepFiles } from '#server/features/attachments/storage/sweep.ts';
import { storeUpload } from '#server/features/attachments/uploads/lazy.ts';
import { staffAddresses } from '#server/platform/files/own-addresses.ts';
import { badRequest, invalid } from '#server/platform/http/errors.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { sentFileName } from '#server/platform/http/sent-file-name.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { type DeletionHooks, deleteFile, searchFiles } from './library.ts';
import { presentAttachment, presentFile } from './present.ts';
import type { PublicFiles } from './public-files.ts';
import { fileRoom } from './repo.ts';

/** Moves orphaned files to the trash. Nightly, as it reads all files. Problems appear in the log at each run. */
const sweepQueue = queue('sweep_files', z.object({}));

/** Records the files of drafts that an older version of the program, running beside this one, saves. */
const notesQueue = queue('note_files', z.object({}));

/** The handlers of files, and their sweep. `rerender` renders a school's newsletters without a deleted file. */
export function attachmentHandlers(
  context: AppContext,
  publicFiles: PublicFiles,
  rerender: DeletionHooks['rerender'],
): readonly Handler[] {
  context.jobs.define(sweepQueue, () => sweepFiles(context), { retries: 0 });
  context.jobs.define(notesQueue, () => noteFiles(context.database));
  defineDeletions(context);
  context.jobs.schedule(notesQueue, '43 * * * *', 'UTC', {});
  context.jobs.schedule(sweepQueue, '23 3 * * *', 'Europe/London', {});
  return [
    handle(fileRoutes.uploadAttachment, async ({ caller, request }) => {
      const part = await uploadedFile(request);
      const announced = Number(request.headers['content-length'] ?? 0);
      const upload = { name: sentFileName(part.filename), bytes: part.file, announced };
      const { row, keepsMetadata, isScan, losesFiles, isHevc, isStill, holds } = await storeUpload(
        context,
        caller,
        upload,
      );
      const { attributes, ...attachment } = presentAttachment(
        row,
        await staffAddresses(context, caller.schoolId ?? caller.personId),
      );
      const found = {
        ...(keepsMetadata && ({ keeps_metadata: true } as const)),
        ...(isScan && ({ is_scan: true } as const)),
        ...(losesFiles && ({ loses_files: true } as const)),
        ...(isHevc && ({ is_hevc: true } as const)),
        ...(isStill && ({ is_still: true } as const)),
        ...(holds.length > 0 && { holds: [...holds] }),
      };
      return { attachment: { data: { ...attachment, attributes: { ...attributes, ...found } } } };
    }),
    handle(fileRoutes.listAttachments, async ({ caller, query }) => {
      const { items, ...pages } = await searchFiles(context, caller, query);
      const files = await staffAddresses(context, caller.schoolId);
      return { attachments: { data: items.map((item) => presentFile(item, files)) }, ...pages };
    }),
    handle(fileRoutes.schoolRoom, async ({ caller: { schoolId } }) => {
      const school = await loadSchool(context.database, schoolId);
      const newsletters = {
        used: await newsletterBytes(context.database, schoolId),
        max: newsletterBytesMax(context, school),
      };
      return { room: { files: await fileRoom(context.database, schoolId), newsletters } };
    }),
    handle(
      fileRoutes.deleteAttachment,
      async ({ caller, params }) =>
        await deleteFile(context, caller, params.id, { rerender, onDeleted: () => publicFiles.forget() }),
    ),
  ];
}

/** The first part of the body, which must be the file. Throws 400. */
async function uploadedFile(request: FastifyRequest): Promise<MultipartFile> {
  // One byte above the largest limit, so that the limit of the file's own kind applies first, with its message.
  const limits = { fileSize: VIDEO_MAX_BYTES + 1, files: 1, fields: 1, fieldSize: FIELD_BYTES_MAX, parts: 1 };
  const { value: part } = await request.parts({ limits }).next();
  if (part === undefined) throw badRequest(ERROR_MESSAGES.malformed);
  if (part.fieldname !== 'file') throw invalid({ file: 'Field is required' });
  if (part.type !== 'file') throw invalid({ file: 'This field must be a file' });
  return part;
}

const FIELD_BYTES_MAX = 1024;
