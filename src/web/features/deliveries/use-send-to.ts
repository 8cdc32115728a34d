import { useState } from 'react';
import type { Audience } from '#contract/deliveries.ts';
import { useGroupsInUse } from '#web/api/groups.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';
import {
  chosenGroups,
  NO_GROUP_CHOSEN,
  type SendToChoice,
  useChosenAudience,
  useChosenReadings,
} from '#web/newsletter-ui/audience/send-to-choice.ts';
import { groupsInWords } from './sending-words.ts';

const EVERYBODY: SendToChoice = { some: false, any: [], none: [] };

/** The chosen families. */
export type SendTarget = ReturnType<typeof useSendTo>;

/** The recipients of a newsletter, and their number. Starts with the stored choice, and stores a new one. */
export function useSendTo(id: string, stored: SendToChoice | undefined, audience: Audience) {
  const groups = useGroupsInUse();
  const [choice, setChoice] = useState(stored ?? EVERYBODY);
  const [error, setError] = useState<string | null>(null);
  const sentTo = chosenGroups(choice, groups);
  const isMissing = choice.some && groups.length > 0 && sentTo === null;
  const chosen = useChosenAudience(id, sentTo, audience.audience);
  return {
    groups,
    choice: { ...choice, ...(sentTo ?? {}) },
    change: (next: SendToChoice) => {
      setChoice(next);
      storeDraftMessage(id, { to: next });
      setError(null);
    },
    error,
    setError,
    /** The groups in the server's form: null for everybody. */
    sentTo,
    /** The chosen groups in words; null for everybody. */
    audience: sentTo === null ? null : groupsInWords(sentTo, groups),
    /** Whether a group still has to be chosen. */
    isMissing,
    askForGroup: () => setError(NO_GROUP_CHOSEN),
    chosen,
    readings: useChosenReadings(id, sentTo, audience),
    recipients: isMissing ? 0 : (chosen?.recipients ?? 0),
    withDigest: isMissing ? 0 : (chosen?.with_digest ?? 0),
  };
}
