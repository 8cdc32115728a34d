import { Checkbox, TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DescribedPhoto } from '#newsletter/blocks/block-editor.ts';
import { smallPictureNote } from '#newsletter/values/small-picture.ts';
import { ArrivalNote } from './arrival-note.tsx';
import { FileDrop } from './file-drop.tsx';
import classes from './photo-strip.module.css';

/** One strip for the descriptions of several photos: Enter goes to the next one. */
export function PhotoStrip({
  photos,
  problem,
  prompted,
  tools,
  onFile,
  onShape,
}: {
  photos: readonly DescribedPhoto[];
  problem: (path: string) => string | undefined;
  /** The photo whose description is asked for; each increase of `count` moves the focus there. */
  prompted: { readonly url: string | null; readonly count: number; readonly isReplaced: boolean };
  /** Buttons for a picture of this block, by its place there. */
  tools: (own: number, name: string) => ReactNode;
  /** A file that is dropped on a picture of this block. */
  onFile: (own: number, file: File) => void;
  /** Called with a picture's size in pixels once it is loaded. */
  onShape: (own: number, width: number, height: number) => void;
}) {
  const id = useId();
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const rows = useRef<HTMLUListElement>(null);
  const latest = useRef(photos);
  latest.current = photos;
  // The focus that goes with the form leaves nothing.
  useEffect(
    () => () => {
      for (const photo of latest.current) photo.leave(undefined);
    },
    [],
  );
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
            onBlur={({ relatedTarget }) =>
              photo.leave(
                photos[[...(rows.current?.children ?? [])].findIndex((row) => row.contains(relatedTarget))],
              )
            }
          >
            {photo.group !== null && photo.group.label !== photos[index - 1]?.group?.label && (
              <Group group={photo.group} />
            )}
            <Thumbnail
              photo={photo}
              number={index + 1}
              onFile={onFile}
              onShape={(own, width, height) => {
                setWidths((before) => new Map(before).set(photo.address, width));
                onShape(own, width, height);
              }}
            />
            <Description
              photo={photo}
              number={index + 1}
              problem={photo.path === null ? undefined : problem(photo.path)}
              promptCount={prompted.url === photo.address ? prompted.count : 0}
              isReplaced={prompted.url === photo.address && prompted.isReplaced}
            />
            <SmallNote width={widths.get(photo.address) ?? 0} />
            <div className={classes.tools}>
              <Checkbox
                label="Decorative"
                aria-label={`Decorative: photo ${index + 1}`}
                checked={photo.alt === ''}
                onChange={(event) => photo.describe(event.currentTarget.checked ? '' : null)}
              />
              <span className={classes.grow} />
              {photo.own !== null && tools(photo.own, `image ${index + 1}`)}
              {photo.arrival !== null && <ArrivalNote arrival={photo.arrival} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The block whose photos follow. What is done to those of another one is in its own form. */
function Group({ group: { label, show } }: { group: NonNullable<DescribedPhoto['group']> }) {
  if (show === null) return <p className={classes.group}>{label}</p>;
  return (
    <button type="button" className={`${classes.group} ${classes.way}`} onClick={show}>
      {label}
      <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/** '2 of 3', of those that have something to describe. */
function countOf(photos: readonly DescribedPhoto[]): string {
  const decorative = photos.filter(({ alt }) => alt === '').length;
  const telling = photos.length - decorative;
  if (telling === 0) return 'All decorative';
  const described = photos.filter(({ alt }) => alt).length;
  return `${described} of ${telling}${decorative > 0 ? `, ${decorative} decorative` : ''}`;
}

function SmallNote({ width }: { width: number }) {
  const note = smallPictureNote(width);
  return note !== null && <p className={classes.small}>{note}</p>;
}

function Thumbnail({
  photo: { address, own },
  number,
  onFile,
  onShape,
}: {
  photo: DescribedPhoto;
  number: number;
  onFile: (own: number, file: File) => void;
  onShape: (own: number, width: number, height: number) => void;
}) {
  const image = (
    <span className={classes.thumb}>
      <img
        src={address}
        alt=""
        // A HEIC photo, which most browsers cannot show.
        onError={({ currentTarget }) => currentTarget.setAttribute('hidden', '')}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (own !== null) onShape(own, naturalWidth, naturalHeight);
        }}
      />
      <span className={classes.number}>{number}</span>
    </span>
  );
  if (own === null) return image;
  return (
    <FileDrop label="Replace it" onFile={(file) => onFile(own, file)}>
      {image}
    </FileDrop>
  );
}

function Description({
  photo,
  number,
  problem,
  promptCount,
  isReplaced,
}: {
  photo: DescribedPhoto;
  number: number;
  problem: string | undefined;
  promptCount: number;
  isReplaced: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (promptCount === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [promptCount]);
  const isDecorative = photo.alt === '';
  const hasDescription = isReplaced || photo.fileName !== null;
  return (
    <TextInput
      ref={input}
      className={classes.field}
      aria-label={`What does photo ${number} show?`}
      placeholder={isDecorative ? 'Nothing to describe' : 'What does it show?'}
      // Mantine takes no other description. The name is for people who cannot see which photo it is.
      description={
        hasDescription && (
          <>
            <span className="visually-hidden">{photo.fileName} </span>
            {isReplaced && 'This is another picture: do these words still fit it?'}
          </>
        )
      }
      data-path={photo.path ?? undefined}
      data-description=""
      disabled={isDecorative}
      value={photo.alt ?? ''}
      error={problem}
      onChange={({ currentTarget: { value } }) => photo.describe(value === '' ? null : value)}
    />
  );
}

// In the last description, Enter does what it does in any field of the form.
function focusNext(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, nativeEvent, currentTarget } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>('[data-description]:not(:disabled)')];
  const next = fields[fields.indexOf(target) + 1];
  if (!fields.includes(target) || next === undefined) return;
  event.preventDefault();
  next.focus();
}
