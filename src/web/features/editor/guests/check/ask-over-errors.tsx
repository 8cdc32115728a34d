import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import type { Finding } from '#newsletter/check/finding.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { isContent } from '#newsletter/document/traits.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { askInDialog, focusAgain } from '#web/features/editor/kernel/ask.ts';
import type { AskBeforePublishing } from '#web/features/editor/kernel/guest.ts';
import { showFinding } from './apply-fix.ts';
import { isError } from './check-button.tsx';
import { checkerOf } from './checker.ts';
import { type PublishAnswer, PublishQuestion } from './publish-question.tsx';

type When = string | null;

/** Asks about an empty newsletter, and about errors, which a person may publish with. */
export const askOverErrors: AskBeforePublishing = async ({ editing, school }, when) => {
  const { title, document: now } = editing.store.getState();
  if (isEmpty(now)) return await confirm(emptyConfirmation(title, when));
  const findings = await checkerOf(editing)
    .now(school)
    .catch(() => null);
  if (findings === null) {
    toast.error('The check could not be loaded. What you have typed is kept.', { action: RELOAD });
    return false;
  }
  const errors = findings.filter(isError);
  if (errors.length === 0) return true;
  const opener = document.activeElement;
  const answer = await askInDialog<PublishAnswer>(editing, (give) => (
    <PublishQuestion errors={errors} when={when} answer={give} />
  ));
  if (answer === 'stay' || answer === 'publish') focusAgain(opener);
  if (answer === 'stay') return false;
  if (answer === 'publish') return await confirm(errorConfirmation(title, errors, when));
  showFinding(editing, answer);
  return false;
};

// A newsletter with only a footer counts as empty.
function isEmpty(document: NewsletterDocument): boolean {
  return !blocksOf(document).some(isContent);
}

function emptyConfirmation(title: string, when: When) {
  return {
    title: titleOf(title, when),
    message: `${goesOut(when)}There is nothing in this newsletter yet. Readers would see its title, and nothing else.`,
    confirmLabel: when === null ? 'Publish anyway' : PLAN_IT,
    cancelLabel: 'Go back',
  } as const;
}

const PLAN_IT = 'Plan it as it is';

function titleOf(title: string, when: When): string {
  return `${when === null ? 'Publish' : 'Plan'} “${title}” as it is?`;
}

function goesOut(when: When): string {
  return when === null ? '' : `It goes out ${when}. `;
}

function errorConfirmation(title: string, errors: readonly Finding[], when: When) {
  return {
    title: titleOf(title, when),
    message: `${goesOut(when)}${consequenceOf(errors)}`,
    confirmLabel: when === null ? 'Publish as it is' : PLAN_IT,
    cancelLabel: 'Go back',
    destructive: true,
  } as const;
}

function consequenceOf(errors: readonly Finding[]): string {
  const isOnly = (rule: Finding['rule']) => errors.every((error) => error.rule === rule);
  if (isOnly('file-missing')) return NEWSLETTER_MESSAGES.deletedLeftOut;
  if (isOnly('audience-none'))
    return `No family gets the ${errors.length === 1 ? 'block' : `${errors.length} blocks`} for which no group is chosen.`;
  const found =
    errors.length === 1 ? 'What the check has found' : `The ${errors.length} things that the check has found`;
  return `${found} will shut some people out, and accessibility law binds schools.`;
}
