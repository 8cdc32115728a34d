import { safeLanguage } from './dates.ts';

/** The comma of a language's script with its space, between the parts of a list or of a date. */
export function commaOf(language: string): string {
  return new Intl.Locale(safeLanguage(language)).maximize().script === 'Arab' ? '، ' : ', ';
}
