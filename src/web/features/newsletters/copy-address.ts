import { COPY_MESSAGES } from '#contract/rules/copying.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Copies the URL of a public page, with a toast. */
export async function copyAddress(address: string): Promise<void> {
  if (await copyText(address)) toast.success(COPY_MESSAGES.copied);
  else toast.error(`This browser does not let us copy. The address is ${address}`);
}
