import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DescribedPhoto } from '#newsletter/blocks/block-editor.ts';
import { smallPictureNote } from '#newsletter/values/small-picture.ts';
import { ArrivalNote } from './arrival-note.tsx';
import { FileDrop } from './file-drop.tsx';
import classes from './photo-strip.module.css';

/** A photo in a strip. */
export interface DescriptionRowProps {
  readonly photo: DescribedPhoto;
  /** Its number in the strip, from 1. */
  readonly number: number;
  readonly problem: (path: string) => string | undefined;
  /** The photo whose description is needed; each increase of `count` moves the focus there. */
  readonly prompted: { readonly url: string | null; readonly count: number; readonly isReplaced: boolean };
  /** The buttons for a picture of this block, by its index there. */
  readonly tools: (own: number, name: string) => ReactNode;
  /** Called with a file that is dropped on a picture of this block. */
  readonly onFile: (own: number, file: File) => void;
  /** Called with a picture's size in pixels once it is loaded. */
  readonly onShape: (own: number, width: number, height: number) => void;
}

/** A photo with its description and its buttons. */
export function DescriptionRow({
  photo,
  number,
  problem,
  prompted,
  tools,
  onFile,
  onShape,
}: DescriptionRowProps) {
  const [loaded, setLoaded] = useState({ address: '', width: 0 });
  const isPrompted = prompted.url === photo.address;
  return (
    <>
      <Thumbnail
        photo={photo}
        number={number}
        onFile={onFile}
        onShape={(own, width, height) => {
          setLoaded({ address: photo.address, width });
          onShape(own, width, height);
        }}
      />
      <Description
        photo={photo}
        number={number}
        problem={photo.path === null ? undefined : problem(photo.path)}
        promptCount={isPrompted ? prompted.count : 0}
        isReplaced={isPrompted && prompted.isReplaced}
      />
      <SmallNote width={loaded.address === photo.address ? loaded.width : 0} />
      <div className={classes.tools}>
        <Checkbox
          label="Decorative"
          aria-label={`Decorative: photo ${number}`}
          checked={photo.alt === ''}
          onChange={(event) => photo.describe(event.currentTarget.checked ? '' : null)}
        />
        <span className={classes.grow} />
        {photo.own !== null && tools(photo.own, `image ${number}`)}
        {photo.arrival !== null && <ArrivalNote arrival={photo.arrival} />}
      </div>
    </>
  );
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
        // The picture is a HEIC photo, which most browsers cannot show.
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
      // Mantine supports no other kind of description. The file name is for people who cannot see which photo it is.
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
