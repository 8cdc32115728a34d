/** The facts about uploaded files for code that uploads none. Source: docs/requirements/calls.md 4. */

export const MiB = 1024 * 1024;
export const IMAGE_MAX_BYTES = 15 * MiB;

/** The path prefix of uploaded files, in newsletters and in the database. */
export const FILES_PATH = '/files/';
