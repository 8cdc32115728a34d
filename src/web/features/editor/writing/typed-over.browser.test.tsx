import { afterEach, describe, expect, it } from 'vitest';
import { isTypedOver } from './typed-over.ts';

/** Creates a slot with a surface over a drawn line of 20 pixels, and puts the caret in it. */
function surfaceWith(words: string, { empty = false, invitation = '' } = {}): void {
  document.body.innerHTML = `<ul><li data-block="a">
    <div data-words="" data-invitation="${invitation}" ${empty ? 'data-empty=""' : ''} style="width: 200px; height: 20px">
      <div><div contenteditable="true" style="font: 16px/20px sans-serif; white-space: pre-wrap">${words}</div></div>
    </div></li><li data-block="b"></li></ul><input>`;
  document.querySelector<HTMLElement>('[contenteditable]')?.focus();
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('what is typed over a drawn block', () => {
  it('is seen as it will be drawn while it has room in its lines', () => {
    surfaceWith('Robins');
    expect(isTypedOver('a')).toBe(true);
    expect(isTypedOver('b')).toBe(false);
  });

  it('is drawn at once if it takes another line, or one less', () => {
    surfaceWith('Robins and Wrens and Sparrows and Finches');
    expect(isTypedOver('a')).toBe(false);
    surfaceWith('Robins');
    document.querySelector<HTMLElement>('[data-words]')?.style.setProperty('height', '40px');
    expect(isTypedOver('a')).toBe(false);
  });

  it('is drawn at once if it takes the place of an invitation, or makes room for it', () => {
    surfaceWith('R', { invitation: 'Write here' });
    expect(isTypedOver('a')).toBe(false);
    surfaceWith('', { empty: true });
    expect(isTypedOver('a')).toBe(false);
  });

  it('is drawn at once if it is typed elsewhere', () => {
    surfaceWith('Robins');
    document.querySelector('input')?.focus();
    expect(isTypedOver('a')).toBe(false);
  });
});
