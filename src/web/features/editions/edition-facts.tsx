import { IconCircleCheck, IconPencil, IconSend, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failedWords, type SendingOfEdition } from '#contract/history.ts';
import { screenPath } from '#contract/paths.ts';
import type { EditionListed, StateListed } from './edition-data.ts';
import classes from './edition-facts.module.css';
import { momentWords } from './moment-words.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** When and by whom an edition was published, how many it was sent to, and the newsletter's other editions. */
export function EditionFacts({
  id,
  shown,
  editions,
  approved,
  zone,
}: {
  id: string;
  shown: EditionListed;
  /** Newest first. */
  editions: readonly EditionListed[];
  /** The state that was approved before. */
  approved: StateListed | undefined;
  zone: string | undefined;
}) {
  const correction = editions
    .slice(0, editions.indexOf(shown))
    .findLast(({ attributes }) => attributes.redrawn_at === null);
  return (
    <aside className={classes.aside} aria-labelledby="got-title">
      <h2 id="got-title" className={classes.title}>
        What families got
      </h2>
      <Facts shown={shown} correction={correction} approved={approved} zone={zone} />
      <Editions id={id} shown={shown} editions={editions} zone={zone} />
    </aside>
  );
}

function Facts({
  shown,
  correction,
  approved,
  zone,
}: {
  shown: EditionListed;
  correction: EditionListed | undefined;
  approved: StateListed | undefined;
  zone: string | undefined;
}) {
  const { person_name, published_at, sendings } = shown.attributes;
  return (
    <ul className={classes.facts}>
      {approved !== undefined && (
        <Fact icon={<IconCircleCheck {...icon} />} title="Approved">
          {[approved.attributes.person_name, momentWords(approved.attributes.saved_at, zone)]
            .filter(Boolean)
            .join(', ')}
        </Fact>
      )}
      <Fact icon={<IconWorld {...icon} />} title="Published">
        {[person_name, momentWords(published_at, zone)].filter(Boolean).join(', ')}
      </Fact>
      {sendings.map((sending) => (
        <Fact
          key={sending.id}
          icon={<IconSend {...icon} />}
          title={`Sent to ${sending.sent.toLocaleString('en-GB')}`}
        >
          {sendingWords(sending, zone)}
        </Fact>
      ))}
      {sendings.length === 0 && (
        <Fact icon={<IconSend {...icon} />} title="Not sent by email">
          Families read it by its link
        </Fact>
      )}
      {correction !== undefined && (
        <Fact icon={<IconPencil {...icon} />} title="Corrected">
          {momentWords(correction.attributes.published_at, zone)}
          {correction.attributes.sent_to > 0 && ' · families were told'}
        </Fact>
      )}
    </ul>
  );
}

function Editions({
  id,
  shown,
  editions,
  zone,
}: {
  id: string;
  shown: EditionListed;
  editions: readonly EditionListed[];
  zone: string | undefined;
}) {
  return (
    <nav aria-labelledby="editions-title">
      <h3 id="editions-title" className={classes.small}>
        Editions
      </h3>
      <ul className={classes.editions}>
        {editions.toReversed().map((edition, index) => (
          <li key={edition.id}>
            <Link
              to={screenPath('edition', { id, edition: edition.id })}
              className={classes.edition}
              aria-current={edition === shown ? 'page' : undefined}
              replace
            >
              <span>
                {momentWords(edition.attributes.redrawn_at ?? edition.attributes.published_at, zone)}
              </span>
              <span className={classes.kind}>{kindOf(edition, index)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function sendingWords(
  { started_at, sender, audience, ...counts }: SendingOfEdition,
  zone: string | undefined,
): string {
  const by = [sender, momentWords(started_at, zone)].filter((part) => part !== '').join(', ');
  const when = audience === null ? by : `For ${audience} · ${by}`;
  return [when, ...failedWords(counts)].join(' · ');
}

function kindOf({ attributes }: EditionListed, index: number): string {
  if (attributes.redrawn_at !== null) return 'As it was sent later';
  return index === 0 ? 'First' : 'Corrected';
}

function Fact({ icon: picture, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={classes.fact}>
      <span className={classes.icon}>{picture}</span>
      <span>
        <strong className={classes.factTitle}>{title}</strong>
        <span className={classes.words}>{children}</span>
      </span>
    </li>
  );
}
