import { defineBlock, none, placeholder } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { mapPicture, pictureSchema } from '#newsletter/values/picture.ts';
import { fileAddress } from '#newsletter/values/url.ts';

/** One picture at the full width of its column. */
export const image = defineBlock({
  type: 'image',
  label: 'Image',
  schema: pictureSchema,
  defaults: () => ({ url: '' }),
  toMjml(value, context) {
    const url = fileAddress(value.url, context.origin);
    if (url === null) return placeholder(context, 'Image');
    return mjml`<mj-image padding="${context.padding}" src="${url}" alt="${value.alt ?? ''}" width="${context.width}px" border-radius="4px" fluid-on-mobile="true" />`;
  },
  toText: (value) => (value.alt && value.url !== '' ? `[${value.alt}]` : ''),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    height: () => 200,
    texts: none,
    links: none,
    pictures: (value) => [
      {
        path: 'alt',
        label: 'This picture',
        address: value.url,
        alt: value.alt,
        describe: (alt) => ({ ...value, alt }),
      },
    ],
    colours: none,
    dates: none,
    inheritedText: () => null,
    cover: ({ url, alt }) => (url === '' ? null : { address: url, alt: alt ?? '', caption: '' }),
    emptyFields: none,
    mapFiles: mapPicture,
  },
});
