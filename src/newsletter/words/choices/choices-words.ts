import { wordsIn } from '#newsletter/words/words-in.ts';
import { ar } from './ar.ts';
import { cy } from './cy.ts';
import { de } from './de.ts';
import { type ChoicesWords, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ga } from './ga.ts';
import { gd } from './gd.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

/** The words for families who sign up, choose and leave, in every language that schools can choose. */
export const choicesWords = wordsIn<keyof ChoicesWords>({ en, cy, gd, ga, de, es, fr, it, nl, pl, pt, ar });
