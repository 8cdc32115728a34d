import { COPY_MESSAGES } from '#contract/rules/copying.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Copies the URL of a public page, with a toast. `problem`: the message if the browser does not allow it. */
export async function copyAddress(
  address: string,
  problem = `This browser does not let us copy. The address is ${address}`,
): Promise<void> {
  if (await copyText(address)) toast.success(COPY_MESSAGES.copied);
  else toast.error(problem);
}
