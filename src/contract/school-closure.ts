import { z } from 'zod';
import { FIELD_MESSAGES, mailedToken } from './fields.ts';
import { idParams, single, timestamp } from './resource.ts';
import { route } from './route.ts';
import { schoolResource } from './school.ts';

/** Closing a school, reopening it, and downloading its data. Source: docs/requirements/product.md 1.5. */

/** How long a closed school can be reopened before it is erased. */
export const CLOSING_DAYS = 30;

/** How long a download URL is valid. It works once; the browser follows it immediately. */
export const EXPORT_ADDRESS_SECONDS = 60;

export const SCHOOL_CLOSURE_MESSAGES = {
  nameDiffers: 'Please type the name of your school exactly as it is above',
  closed: 'Your school is closed',
  reopened: 'Your school is open again',
  downloading: 'The download has begun. Your browser shows how far it is',
  alreadyClosed: 'Your school is closed already',
  notClosed: 'Your school is not closed',
  takeBackToCreate: 'Your school is closed. Take it back to create newsletters.',
  takeBackToSend: 'Nothing goes out while your school is closed. Take it back to send this newsletter.',
  beingDeleted: 'Your school is being deleted and can no longer be taken back',
} as const;

/** Shown to staff who log in to a closed school. `day` is DD/MM/YYYY. */
export function closedForStaff(day: string): string {
  return `Your school is closed and will be deleted on ${day}. Until then only its owner can sign in`;
}

/** Shown to the owner where an open school is needed. `day` is DD/MM/YYYY. */
export function closedForOwner(day: string): string {
  return `Your school is closed and will be deleted on ${day}. Take it back to go on`;
}

/** Shown to the owner after reopening a school whose renewal is cancelled. `day` is DD/MM/YYYY. */
export function reopenedWithoutRenewal(day: string): string {
  return `${SCHOOL_CLOSURE_MESSAGES.reopened}. Its plan still ends on ${day}: the renewal stays cancelled until you re-enable it`;
}

/** The school's name, which the owner types as a confirmation. */
export const schoolNameForm = z.strictObject({
  name: z
    .string(FIELD_MESSAGES.required)
    .min(1, FIELD_MESSAGES.required)
    .max(1000, SCHOOL_CLOSURE_MESSAGES.nameDiffers),
});

/** Whether the typed text is this name. The number of spaces between words does not matter. */
export function matchesTypedName(typed: string, name: string): boolean {
  const words = (text: string) => text.normalize('NFC').trim().split(/\s+/).join(' ');
  return words(typed) === words(name);
}

const schoolReply = z.object({ school: single(schoolResource) });

export const schoolClosureRoutes = {
  exportSchool: route({
    method: 'GET',
    path: '/schools/:id/export',
    access: 'owner',
    sudo: true,
    summary:
      'Everything of the school as a ZIP file: newsletters as HTML and JSON, files, people as CSV, invoices as PDF',
    params: idParams,
    changesState: true,
    status: 200,
    stream: 'application/zip',
  }),
  exportAddress: route({
    method: 'POST',
    path: '/schools/:id/export_address',
    access: 'owner',
    sudo: true,
    summary: `An address of the same ZIP file that needs no header, so that a browser saves it as it comes: once, within ${EXPORT_ADDRESS_SECONDS} seconds`,
    params: idParams,
    status: 200,
    reply: z.object({ url: z.url(), expires_at: timestamp }),
    whileSuspended: true,
  }),
  downloadExport: route({
    method: 'GET',
    path: '/exports/:token',
    access: 'anyone',
    summary: 'The ZIP file of an address that was given out just now',
    params: z.object({ token: mailedToken }),
    changesState: true,
    status: 200,
    stream: 'application/zip',
  }),
  closeSchool: route({
    method: 'PUT',
    path: '/schools/:id/close',
    access: 'owner',
    sudo: true,
    summary: `Close the school: public pages go at once, everything else is deleted ${CLOSING_DAYS} days later`,
    params: idParams,
    body: schoolNameForm,
    status: 200,
    reply: schoolReply,
    whileSuspended: true,
  }),
  reopenSchool: route({
    method: 'PUT',
    path: '/schools/:id/reopen',
    access: 'owner',
    summary: 'Take a closed school back; a cancelled renewal stays cancelled',
    params: idParams,
    body: schoolNameForm,
    status: 200,
    reply: schoolReply,
    whileSuspended: true,
  }),
} as const;
