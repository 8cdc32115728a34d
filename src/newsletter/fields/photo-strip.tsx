import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { DescribedPhoto } from '#newsletter/blocks/block-editor.ts';
import { DescriptionRow, type DescriptionRowProps } from './description-row.tsx';
import classes from './photo-strip.module.css';

/** One strip for the descriptions of several photos: Enter goes to the next one. */
export function PhotoStrip({
  photos,
  ...shared
}: { photos: readonly DescribedPhoto[] } & Omit<DescriptionRowProps, 'photo' | 'number'>) {
  const id = useId();
  const rows = useRef<HTMLUListElement>(null);
  const latest = useRef(photos);
  latest.current = photos;
  // When the form closes, the description with the focus gets no blur event.
  useEffect(
    () => () => {
      for (const photo of latest.current) photo.leave(undefined);
    },
    [],
  );
  const photoAt = (element: Element | null) =>
    photos[[...(rows.current?.children ?? [])].findIndex((row) => row.contains(element))];
  return (
    <section className={classes.strip} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h3 id={`${id}-title`} className={classes.title}>
          Descriptions
        </h3>
        <span className={classes.count}>{countOf(photos)}</span>
      </div>
      <p className={classes.hint}>Read aloud to people who cannot see them. Enter goes to the next.</p>
      <ul ref={rows} className={classes.rows} aria-label="Photos" onKeyDown={focusNext}>
        {photos.map((photo, index) => (
          <li
            key={photo.key}
            className={classes.row}
            onBlur={({ relatedTarget }) => photo.leave(photoAt(relatedTarget))}
          >
            {photo.group !== null && photo.group.label !== photos[index - 1]?.group?.label && (
              <Group group={photo.group} />
            )}
            <DescriptionRow {...shared} photo={photo} number={index + 1} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The block whose photos follow. The actions on photos of another block are in its own form. */
function Group({ group: { label, show } }: { group: NonNullable<DescribedPhoto['group']> }) {
  if (show === null) return <p className={classes.group}>{label}</p>;
  return (
    <button type="button" className={`${classes.group} ${classes.way}`} onClick={show}>
      {label}
      <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/** The count of described photos, such as '2 of 3', without decorative ones. */
function countOf(photos: readonly DescribedPhoto[]): string {
  const decorative = photos.filter(({ alt }) => alt === '').length;
  const meaningful = photos.length - decorative;
  if (meaningful === 0) return 'All decorative';
  const described = photos.filter(({ alt }) => alt).length;
  return `${described} of ${meaningful}${decorative > 0 ? `, ${decorative} decorative` : ''}`;
}

// In the last description, Enter works as in any field of the form.
function focusNext(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, nativeEvent, currentTarget } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>('[data-description]:not(:disabled)')];
  const next = fields[fields.indexOf(target) + 1];
  if (!fields.includes(target) || next === undefined) return;
  event.preventDefault();
  next.focus();
}
