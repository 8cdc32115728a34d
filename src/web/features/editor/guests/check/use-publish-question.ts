import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Finding } from '#newsletter/check/finding.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { CarriedOverAnswer } from '#web/features/editor/guests/next-issue/carried-over-blocks.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import type { PublishAnswer } from './publish-question.tsx';

/** When it is planned to go out: 'Fri 27 Nov, 15:00'. Null: now. */
export type When = string | null;

export type AskedToPublish =
  | {
      readonly about: 'errors';
      readonly errors: readonly Finding[];
      readonly when: When;
      readonly answer: (answer: PublishAnswer) => void;
    }
  | {
      readonly about: 'carried-over';
      readonly when: When;
      readonly answer: (answer: CarriedOverAnswer) => void;
    };

/** Opening a newsletter does not need it. */
export const loadAskBeforePublishing = () => import('./ask-before-publishing.ts');

/** The questions before publishing; see `ask-before-publishing.ts`. */
export function usePublishQuestion(): {
  /** The open question. */
  readonly asked: AskedToPublish | null;
  /** Whether to publish. */
  readonly mayPublish: (when?: When) => Promise<boolean>;
} {
  const { editing, checker, school } = useTools();
  const client = useQueryClient();
  const [asked, setAsked] = useState<AskedToPublish | null>(null);
  const mayPublish = useCallback(
    async (when: When = null) => {
      const loaded = await loadAskBeforePublishing().catch(() => null);
      if (loaded !== null)
        return await loaded.askBeforePublishing({ editing, checker, school, client }, when, setAsked);
      toast.error('This could not be loaded. What you have typed is kept.', { action: RELOAD });
      return false;
    },
    [editing, checker, school, client],
  );
  return { asked, mayPublish };
}
