import { wordsIn } from '#newsletter/words/words-in.ts';
import { ar } from './ar.ts';
import { cy } from './cy.ts';
import { de } from './de.ts';
import { en, type SubscribingWords } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ga } from './ga.ts';
import { gd } from './gd.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

/**
 * Families see these when they sign up, confirm, choose what they get and move to another address: on the pages and in the mails, and in the monthly digest.
 * In every language that schools can choose.
 */
export const subscribingWords = wordsIn<keyof SubscribingWords>({
  en,
  cy,
  gd,
  ga,
  de,
  es,
  fr,
  it,
  nl,
  pl,
  pt,
  ar,
});
