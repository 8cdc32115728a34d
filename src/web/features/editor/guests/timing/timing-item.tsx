import { useMayPublish } from '#web/features/editor/kernel/facts/approval.ts';
import type { MenuItem } from '#web/features/editor/kernel/guest.ts';
import { useTimingPlace } from '#web/features/editor/kernel/places/timing-place.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** The item of the phone's menu, for people who may publish the newsletter as it is. */
export function TimingItem({ Item }: { Item: MenuItem }) {
  // Contributors may not ask whether it is approved.
  return !useTools().editing.isContributor && <IfApproved Item={Item} />;
}

function IfApproved({ Item }: { Item: MenuItem }) {
  const { ask } = useTimingPlace();
  return useMayPublish() && <Item onClick={() => ask('publish')}>Publish at a time</Item>;
}
