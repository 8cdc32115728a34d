import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { fileRoutes, type RoomTaken } from '#contract/files.ts';
import { NEWSLETTER_ROOM_MESSAGES } from '#contract/rules/newsletter-room.ts';
import { useProfile } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import classes from './room.module.css';

/** Below this share, nothing is shown. */
const SHOWN_FROM = 0.5;

/** Shows the owner how much of the school's space is used, once it is over half. Shows no error, as screens work without it. */
export function RemainingRoom({ queryKey }: { queryKey: readonly string[] }) {
  const isOwner = useProfile()?.attributes.role === 'owner';
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(fileRoutes.schoolRoom, { signal }),
    enabled: isOwner,
  });
  if (data === undefined) return null;
  const { files, newsletters } = data.room;
  return (
    <>
      <Taken what="files" taken={files} full={ERROR_MESSAGES.quota} />
      <Taken what="newsletters" taken={newsletters} full={NEWSLETTER_ROOM_MESSAGES.full} />
    </>
  );
}

function Taken({ what, taken: { used, max }, full }: { what: string; taken: RoomTaken; full: string }) {
  const id = useId();
  const part = used / max;
  if (part <= SHOWN_FROM) return null;
  const isFull = used >= max;
  const percent = Math.floor(part * 100);
  return (
    <div className={classes.room}>
      <p id={id} className={isFull ? classes.full : classes.text}>
        {isFull ? `${full}.` : `Your school’s ${what} use ${percent}% of their space.`}
      </p>
      <meter className={classes.meter} aria-labelledby={id} value={Math.min(percent, 100)} max={100} />
    </div>
  );
}
