import type { QueryClient } from '@tanstack/react-query';
import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import type { Finding } from '#newsletter/check/finding.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { isContent } from '#newsletter/document/traits.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { carriedOverStore } from '#web/features/editor/guests/next-issue/carried-over.ts';
import {
  type CarriedOverAnswer,
  keepCarriedOver,
  keptOnServer,
  untouchedBlocks,
} from '#web/features/editor/guests/next-issue/carried-over-blocks.ts';
import { removeExamples, stayingHeadings } from '#web/features/editor/guests/next-issue/remove-examples.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { newestRequest } from '#web/features/editor/kernel/facts/approval.ts';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import type { EditorTools } from '#web/features/editor/kernel/tools.tsx';
import { showFinding } from './apply-fix.ts';
import { isError } from './check-button.tsx';
import type { PublishAnswer } from './publish-question.tsx';
import type { AskedToPublish, When } from './use-publish-question.ts';

/** What the questions are about. */
type Subject = Pick<EditorTools, 'editing' | 'checker' | 'school'> & { readonly client: QueryClient };

/**
 * Asks before publishing: about changes that somebody has asked for, about what is still as in the issue before, and about
 * errors, which a person may publish with. The same before it is planned, with the time. Resolves to whether to publish.
 * `setAsked` shows a question, or takes it away.
 */
export async function askBeforePublishing(
  subject: Subject,
  when: When,
  setAsked: (asked: AskedToPublish | null) => void,
): Promise<boolean> {
  return (await mayPublishOver(subject, when)) && (await askAboutContent(subject, when, setAsked));
}

// Whoever needs no approval may publish all the same, but not unknowing.
async function mayPublishOver({ editing, school, client }: Subject, when: When): Promise<boolean> {
  if (!school.approval) return true;
  const request = await newestRequest(client, editing.opened.id);
  if (request?.status !== 'changes') return true;
  return await confirm({
    title: `${request.decided_by ?? 'Somebody'} asks for changes`,
    message: `${goesOut(when)}${request.words}`,
    confirmLabel: when === null ? 'Publish as it is' : PLAN_IT,
    cancelLabel: 'Go back',
  });
}

async function askAboutContent(
  { editing, checker }: Pick<Subject, 'editing' | 'checker'>,
  when: When,
  setAsked: (asked: AskedToPublish | null) => void,
): Promise<boolean> {
  const { title, document: now } = editing.store.getState();
  if (isEmpty(now)) return await confirm(emptyConfirmation(title, when));
  if (untouchedBlocks(editing).length > 0) {
    const opener = document.activeElement;
    const answer = await new Promise<CarriedOverAnswer>((resolve) =>
      setAsked({ about: 'carried-over', when, answer: resolve }),
    );
    flushChange(() => setAsked(null));
    if (typeof answer === 'object') selectBlock(editing, answer.block, 'end');
    else focusAgain(opener);
    if (answer === 'remove') {
      const examples = carriedOverStore(editing).getState();
      const headings = stayingHeadings(editing.store.getState(), examples);
      act(editing.store, removeExamples, examples, editing.language);
      keepCarriedOver(editing, headings);
      return await askAboutContent({ editing, checker }, when, setAsked);
    }
    if (answer !== 'publish') return false;
    keepCarriedOver(editing, untouchedBlocks(editing));
  }
  await keptOnServer(editing);
  const findings = await checker.now().catch(() => null);
  if (findings === null) {
    toast.error('The check could not be loaded. What you have typed is kept.', { action: RELOAD });
    return false;
  }
  const errors = findings.filter(isError);
  if (errors.length === 0) return true;
  const opener = document.activeElement;
  const answer = await new Promise<PublishAnswer>((resolve) =>
    setAsked({ about: 'errors', errors, when, answer: resolve }),
  );
  flushChange(() => setAsked(null));
  if (answer === 'stay' || answer === 'publish') focusAgain(opener);
  if (answer === 'stay') return false;
  if (answer === 'publish') return await confirm(errorConfirmation(title, errors, when));
  showFinding(editing, answer);
  return false;
}

// Returns the focus to the button that was pressed; the next dialog restores it from there.
function focusAgain(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}

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
