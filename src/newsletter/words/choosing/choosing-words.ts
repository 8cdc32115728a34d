import { wordsIn } from '#newsletter/words/words-in.ts';
import { ar } from './ar.ts';
import { cy } from './cy.ts';
import { de } from './de.ts';
import { type ChoosingWords, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ga } from './ga.ts';
import { gd } from './gd.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

/** The texts for a BCP 47 tag, and their language: English if there are none in that language. */
export function choosingWords(language: string): { readonly words: ChoosingWords; readonly lang: string } {
  return wordsIn<ChoosingWords>({ en, cy, gd, ga, de, es, fr, it, nl, pl, pt, ar }, language);
}
