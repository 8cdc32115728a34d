import { safeLanguage } from './dates.ts';

/** The comma of a language's script with its space, for lists and dates. */
export function commaOf(language: string): string {
  return new Intl.Locale(safeLanguage(language)).maximize().script === 'Arab' ? '، ' : ', ';
}
