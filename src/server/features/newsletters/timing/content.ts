import { fingerprintOf } from '#server/data/approvals.ts';
import { contentOf } from '#server/features/newsletters/approval/content.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { TimingRow } from './repo.ts';

/** Whether the draft differs from the planned content. */
export function isChanged(timing: Pick<TimingRow, 'fingerprint'>, draft: Newsletter): boolean {
  return timing.fingerprint !== fingerprintOf(draft);
}

/** The content that is published at the time: the draft as it was when planned. */
export function plannedContent(timing: TimingRow, stored: Newsletter): Newsletter {
  return isChanged(timing, stored) ? { ...stored, ...contentOf(timing), version: timing.version } : stored;
}
