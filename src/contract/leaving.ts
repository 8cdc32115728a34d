import { z } from 'zod';
import { FIELD_MESSAGES } from './fields.ts';
import { idParams, single } from './resource.ts';
import { route } from './route.ts';
import { schoolResource } from './school.ts';

/** Leaving: taking everything along, closing the school, and thinking better of it. Source: design/product.md. */

/** A closed school can be taken back for so long; then everything is deleted. */
export const CLOSING_DAYS = 30;

export const LEAVING_MESSAGES = {
  nameDiffers: 'Please type the name of your school exactly as it stands above',
  closed: 'Your school is closed',
  reopened: 'Your school is open again',
  alreadyClosed: 'Your school is closed already',
  notClosed: 'Your school is not closed',
} as const;

/** What staff are told who sign in to a closed school. `day` is DD/MM/YYYY. */
export function closedForStaff(day: string): string {
  return `Your school is closed and will be deleted on ${day}. Until then only its owner can sign in`;
}

/** What its owner is told where the school must be open. `day` is DD/MM/YYYY. */
export function closedForOwner(day: string): string {
  return `Your school is closed and will be deleted on ${day}. Take it back to go on`;
}

/** The school's name, typed by its owner. */
export const typedName = z.strictObject({
  name: z
    .string(FIELD_MESSAGES.required)
    .min(1, FIELD_MESSAGES.required)
    .max(1000, LEAVING_MESSAGES.nameDiffers),
});

/** Whether somebody has typed this name; how many spaces stand between its words says nothing. */
export function isTypedName(typed: string, name: string): boolean {
  const words = (text: string) => text.normalize('NFC').trim().split(/\s+/).join(' ');
  return words(typed) === words(name);
}

const schoolReply = z.object({ school: single(schoolResource) });

export const leavingRoutes = {
  exportSchool: route({
    method: 'GET',
    path: '/schools/:id/export',
    access: 'owner',
    summary: 'Everything of the school as a ZIP file: newsletters as HTML and JSON, files, people as CSV',
    params: idParams,
    status: 200,
    stream: 'application/zip',
  }),
  closeSchool: route({
    method: 'PUT',
    path: '/schools/:id/close',
    access: 'owner',
    summary: `Close the school: public pages go at once, everything else is deleted ${CLOSING_DAYS} days later`,
    params: idParams,
    body: typedName,
    status: 200,
    reply: schoolReply,
  }),
  reopenSchool: route({
    method: 'PUT',
    path: '/schools/:id/reopen',
    access: 'owner',
    summary: 'Take a closed school back; a cancelled renewal stays cancelled',
    params: idParams,
    body: typedName,
    status: 200,
    reply: schoolReply,
  }),
} as const;
