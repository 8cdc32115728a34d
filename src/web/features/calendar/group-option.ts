import type { ChoosableGroup } from '#newsletter/events/public-dates.ts';

/** A group that dates can be for. */
export interface GroupOption extends ChoosableGroup {
  readonly name: string;
}
