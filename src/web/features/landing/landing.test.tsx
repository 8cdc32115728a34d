import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openApp, signIn } from '#test/support/web/app.tsx';

const header = () => screen.findByRole('navigation', { name: 'Main' });
const slide = () => screen.getByRole('heading', { level: 2, name: /Create|Build|Share/ }).textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the landing header', () => {
  it.each([
    ['/', 'Home'],
    ['/home', 'Home'],
    ['/pricing', 'Pricing'],
  ])('at %s marks the link %s as current', async (address, label) => {
    openApp(address);
    const current = within(await header()).getAllByRole('link', { current: 'page' });
    expect(current.map((link) => link.textContent)).toEqual([label]);
  });

  it('links to the pages and opens the panel', async () => {
    const router = openApp('/pricing');
    const links = within(await header()).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Home',
      'How it works',
      'Pricing',
      'Login',
      'Try it FREE',
    ]);
    await userEvent.click(within(await header()).getByRole('link', { name: 'Login' }));
    await screen.findByRole('dialog', { name: 'Log in' });
    expect(router.state.location.pathname).toBe('/pricing');
  });

  it('links signed-in people to their newsletters', async () => {
    signIn();
    openApp('/');
    const link = within(await header()).getByRole('link', { name: 'My newsletters' });
    expect(link.getAttribute('href')).toBe('/app/newsletters');
    expect(screen.queryByRole('link', { name: 'Try it FREE' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  });

  it('has a sidebar menu for phones', async () => {
    const router = openApp('/');
    await header();
    await press('Open the menu');
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    await userEvent.click(within(menu).getByRole('link', { name: 'Pricing' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/pricing'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('How it works', () => {
  it('changes slides by arrow button and wraps around', async () => {
    openApp('/how-it-works');
    await screen.findByRole('heading', { name: 'How it works' });
    expect(slide()).toBe('Create');
    await press('Previous slide');
    expect(slide()).toBe('Share');
    await press('Next slide');
    expect(slide()).toBe('Create');
  });

  it('changes slides by number and arrow key', async () => {
    openApp('/how-it-works');
    await screen.findByRole('heading', { name: 'How it works' });
    await press('Slide 2: Build');
    expect(slide()).toBe('Build');
    expect(screen.getByRole('button', { current: 'step' }).textContent).toBe('2');
    await userEvent.keyboard('{ArrowRight}');
    expect(slide()).toBe('Share');
  });
});

describe('How it works, by touch', () => {
  const swipe = (from: number, to: number, pointerType = 'touch') => {
    const slide = screen.getByRole('region', { name: /of 3$/ });
    fireEvent.pointerDown(slide, { clientX: from, pointerType });
    fireEvent.pointerUp(slide, { clientX: to, pointerType });
  };

  it('changes slides by swipe, but not by tap', async () => {
    openApp('/how-it-works');
    await screen.findByRole('heading', { name: 'How it works' });
    swipe(300, 120);
    expect(slide()).toBe('Build');
    swipe(100, 260);
    expect(slide()).toBe('Create');
    swipe(100, 260);
    expect(slide()).toBe('Share');
    swipe(100, 110);
    expect(slide()).toBe('Share');
  });
});

describe('Pricing', () => {
  it('shows the price in pounds, with the currency switch hidden', async () => {
    openApp('/pricing');
    await screen.findByText('£295');
    expect(screen.getByLabelText('Currency').closest('[hidden]')).not.toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Currency' })).toBeNull();
  });

  it('shows all prices in dollars after switching', async () => {
    openApp('/pricing');
    await screen.findByText('About 81p a day.');
    await userEvent.selectOptions(screen.getByLabelText('Currency'), 'usd');
    screen.getByText('$295');
    screen.getByText('About 81¢ a day.');
  });
});

describe('the footer', () => {
  it('links the policies and shows the current year', async () => {
    openApp('/');
    const footer = within(await screen.findByRole('contentinfo'));
    const targets = ['Terms', 'Privacy', 'Cookies'].map((name) =>
      footer.getByRole('link', { name }).getAttribute('href'),
    );
    expect(targets).toEqual(['/terms', '/privacy-policy', '/cookies-policy']);
    footer.getByText(`© ${new Date().getFullYear()} Inkwell`);
  });
});
