import { expect, it } from 'vitest';
import { findingsOf, sample } from '#test/support/newsletter/check-samples.ts';

const film = { url: 'https://www.youtube.com/watch?v=1', title: 'Assembly' };

it('reminds of the still picture of a film elsewhere', () => {
  expect(findingsOf('recommended', [sample('video', film)])).toMatchObject([
    {
      severity: 'hint',
      block: 'video',
      path: 'poster',
      message:
        'This video has no picture yet. A newsletter loads nothing from other sites, so readers see a plain panel.',
    },
  ]);
});

it('does not ask for a picture of a film that has one, or of an uploaded video', () => {
  const blocks = [
    sample('video', { ...film, poster: '/files/a.webp' }, 'still'),
    sample('video', { ...film, url: '/files/a.mp4', captions: '/files/a.vtt' }, 'uploaded'),
  ];
  expect(findingsOf('recommended', blocks)).toEqual([]);
});

it('says of a scanned PDF that it cannot be read out', () => {
  const scan = sample('download', { url: '/files/a.pdf', name: 'Lunch menu', isScan: true });
  const menu = sample('download', { url: '/files/b.pdf', name: 'Lunch menu' }, 'menu');
  const findings = findingsOf('recommended', [scan, menu]);
  expect(findings.map(({ block, path }) => [block, path])).toEqual([['download', 'file']]);
  expect(findings[0]?.message).toMatch(/^This PDF is a picture of text: /);
});

it('says of a document what families could read in it', () => {
  const letter = { url: '/files/a.docx', name: 'Letter', holds: ['deleted_text', 'comments'] };
  expect(findingsOf('recommended', [sample('download', letter)])).toMatchObject([
    {
      severity: 'hint',
      path: 'file',
      message:
        'This document still holds deleted text and comments. In Word: Review, Accept all changes and Delete all comments, then upload it again.',
    },
  ]);
});

it('asks for captions of an uploaded film, and not of one elsewhere, whose site has them', () => {
  const uploaded = sample('video', { url: '/files/a.mp4', title: 'Assembly' }, 'uploaded');
  const elsewhere = sample('video', { ...film, poster: '/files/a.webp' }, 'elsewhere');
  const findings = findingsOf('recommended', [uploaded, elsewhere]);
  expect(findings.map(({ block, path }) => [block, path])).toEqual([['uploaded', 'captions']]);
  expect(findings[0]?.message).toMatch(/^This video has no captions\./);
});
