import { useQuery } from '@tanstack/react-query';
import type { Audience } from '#contract/deliveries.ts';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import { longMail, MAIL_WARNED } from '#newsletter/render/mail-limit.ts';
import classes from './sending.module.css';
import { mailAsQuery } from './sending-data.ts';

type Reading = Audience['readings'][number];

/** Warns of a mail that is too long and will be cut off: everyone's, or else the longest one with blocks for groups. */
export function LongMail({
  newsletter,
  bytes,
  readings,
}: {
  newsletter: NewsletterResource;
  /** The size of everyone's mail. */
  bytes: number;
  readings: readonly Reading[];
}) {
  const longest = longestOf(newsletter, readings);
  const isLong = bytes >= MAIL_WARNED;
  const mail = useQuery({
    ...mailAsQuery(newsletter.id, longest?.groups ?? []),
    enabled: longest !== undefined && !isLong,
  });
  const own = new Blob([mail.data?.mail ?? '']).size;
  if (!isLong && own < MAIL_WARNED) return null;
  return (
    <p className={classes.warning} role="note">
      {isLong ? longMail(bytes) : longMail(own, `The mail for ${longest?.words}`)}
    </p>
  );
}

/** The reading whose blocks for groups are longest: only its mail is rendered. */
function longestOf(
  { attributes: { layout_type, code } }: NewsletterResource,
  readings: readonly Reading[],
): Reading | undefined {
  const blocks = blocksOf(fromCode(layout_type, upgradeCode(code)));
  const lengths = new Map(blocks.map((block) => [block.name, JSON.stringify(block).length]));
  const lengthOf = (reading: Reading) =>
    reading.blocks.reduce((before, name) => before + (lengths.get(name) ?? 0), 0);
  return readings
    .filter(({ words }) => words !== null)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}
