import { fingerprintOf } from '#server/data/approvals.ts';
import { contentOf } from '#server/features/newsletters/approval/content.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { TimingRow } from './repo.ts';

/** Whether the draft says something else than what was planned. */
export function isChanged(timing: Pick<TimingRow, 'fingerprint'>, draft: Newsletter): boolean {
  return timing.fingerprint !== fingerprintOf(draft);
}

/** What is published of a newsletter: the draft as it was planned. */
export function plannedContent(timing: TimingRow, stored: Newsletter): Newsletter {
  return isChanged(timing, stored) ? { ...stored, ...contentOf(timing), version: timing.version } : stored;
}
