import { expect, it } from 'vitest';
import { fixedBy, foundBy, sample } from './check-samples.ts';

const url = 'https://school.test/a.jpg';

it('asks what a picture shows until somebody has said it, or that it is decoration', () => {
  const [finding, ...others] = foundBy('alt-missing', [sample('image', { url })]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: 'error', block: 'image', path: 'alt' });
  expect(finding?.message).toMatch(/no description/);
  expect(finding?.fix?.label).toBe('It is decorative');
  expect(fixedBy(finding)).toEqual({ url, alt: '' });
  expect(foundBy('alt-missing', [sample('image', { url, alt: null })])).toHaveLength(1);
  expect(foundBy('alt-missing', [sample('image', { url, alt: '' })])).toEqual([]);
  expect(foundBy('alt-missing', [sample('image', { url, alt: 'Two children in a wood' })])).toEqual([]);
});

it('asks for each picture of a group, and changes that one only', () => {
  const images = [{ url, alt: 'A' }, { url }, { url, alt: null }];
  const findings = foundBy('alt-missing', [sample('image_group', { images })]);
  expect(findings.map(({ path }) => path)).toEqual(['images.1.alt', 'images.2.alt']);
  expect(new Set(findings.map(({ id }) => id)).size).toBe(2);
  expect(findings[0]?.message).toContain('Picture 2 of this group');
  expect(fixedBy(findings[0])).toEqual({ images: [images[0], { url, alt: '' }, images[2]] });
});

it.each(['IMG_2041.jpg', 'holiday.PNG', 'DSC00123', 'img-0042', 'Screenshot 2026-10-01', 'PXL_20261009'])(
  'takes %j for a file’s name, which is no description',
  (alt) => expect(foundBy('alt-file-name', [sample('image', { url, alt })])).toHaveLength(1),
);

it.each(['Image of a cat', 'Photo', '3 children', 'Le marché de Noël', '运动会', 'Our dog, Mr. Jpeg'])(
  'takes %j for a description, in any language',
  (alt) => expect(foundBy('alt-file-name', [sample('image', { url, alt })])).toEqual([]),
);
