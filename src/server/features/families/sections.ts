import { DIARY } from '#server/features/families/diary/diary.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import { newslettersSection } from '#server/features/families/newsletters/section.ts';
import { signUpSection } from '#server/features/families/sign-up/section.ts';

/** The sections that schools can switch on for families, in the order of the navigation. */
export const SECTIONS: readonly FamilySection[] = [newslettersSection, DIARY, signUpSection];
