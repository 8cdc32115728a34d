import { ERROR_MESSAGES } from '#contract/errors.ts';
import { fileRoutes } from '#contract/files.ts';
import { FileProblem, type SendFile } from '#ui/uploads/send-file.ts';
import { isApiError } from './api-error.ts';
import { call } from './client.ts';

const NO_ANSWER = 0;
const TOO_SLOW = 408;
const TOO_MANY = 429;
const SERVER_FAULT = 500;
const DISK_FULL = 507;

/** Uploads a file to POST /attachments. Rejects with `FileProblem`, which says whether trying again may help. */
export const sendFile: SendFile = async (file, options) => {
  try {
    const { attachment } = await call(fileRoutes.uploadAttachment, {
      files: { file },
      ...options,
      handles: () => true,
    });
    return attachment.data.attributes;
  } catch (error) {
    if (!isApiError(error)) throw new FileProblem(ERROR_MESSAGES.server, true);
    throw new FileProblem(error.message, isTransient(error.status));
  }
};

function isTransient(status: number): boolean {
  if ([NO_ANSWER, TOO_SLOW, TOO_MANY].includes(status)) return true;
  return status >= SERVER_FAULT && status !== DISK_FULL;
}
