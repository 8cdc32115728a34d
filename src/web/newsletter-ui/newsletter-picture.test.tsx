import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NewsletterPicture } from './newsletter-picture.tsx';

it('stays light where the reader prefers dark colours', () => {
  const page =
    '<style>@media screen and (prefers-color-scheme: dark) { p { color: #fff } }</style><p>News</p>';
  render(<NewsletterPicture page={page} />);
  const shown = screen.getByTitle('Newsletter').getAttribute('srcdoc');
  expect(shown).toContain('<p>News</p>');
  expect(shown).not.toContain('prefers-color-scheme: dark');
});
