import { useRef, useState } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { useFormUpload, useLatest } from '#newsletter/fields/form-upload.tsx';
import { useAltPrompt } from '#newsletter/fields/use-alt-prompt.tsx';
import { pictureShape, suggestedPattern } from './patterns.ts';

type Value = BlockValues['image_group'];
type Picture = Value['images'][number];

/** The files of a group's pictures: replacing and cropping them, and detecting their shapes. */
export function useGroupPictures({ value, onChange }: Pick<BlockFormProps<Value>, 'value' | 'onChange'>) {
  const { upload, uploadFile } = useFormUpload('image', true);
  const latest = useLatest(value);
  const altPrompt = useAltPrompt();
  const [promptedUrl, setPromptedUrl] = useState<string | null>(null);
  // The pictures that were added in this form. Only their shapes are stored, so that opening a form changes nothing.
  const fresh = useRef(new Set<string>());
  // Found by URL: the pictures may be reordered during an upload.
  const update = (address: string, change: (picture: Picture) => Picture) => {
    const { images } = latest();
    const index = images.findIndex(({ url }) => url === address);
    const picture = images[index];
    if (picture !== undefined) onChange({ ...latest(), images: images.with(index, change(picture)) });
  };
  const replace = async ({ url: before }: Picture, file: File) => {
    const url = await uploadFile(file);
    if (url === null) return;
    fresh.current.add(url);
    update(before, ({ alt }) => ({ url, alt: alt || null }));
    setPromptedUrl(url);
    altPrompt.prompt(Boolean(latest().images.find((image) => image.url === before)?.alt));
  };
  const put = (before: Picture, after: Picture) => {
    fresh.current.add(after.url);
    update(before.url, ({ alt }) => ({ ...after, alt }));
  };
  const measure = (address: string, width: number, height: number) => {
    if (!fresh.current.delete(address)) return;
    const images = latest().images.map((image): Picture => {
      if (image.url !== address) return image;
      const { isTall: _before, ...kept } = image;
      return { ...pictureShape(width, height), ...kept };
    });
    const pattern = latest().pattern ?? suggestedPattern(images);
    onChange({ ...latest(), images, ...(pattern && { pattern }) });
  };
  const prompted = { url: promptedUrl, count: altPrompt.promptCount, isReplaced: altPrompt.isReplaced };
  return { upload, uploadFile, prompted, update, replace, put, measure };
}
