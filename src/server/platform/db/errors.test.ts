import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { fileSystemError } from '#server/platform/files/received-file.ts';
import { refusalFor } from '#server/platform/http/errors.ts';
import { accessTrouble, DatabaseUnavailable, DiskFull, namedError, TookTooLong } from './errors.ts';

function serverError(code: string, message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { code, severity: 'FATAL' });
}

it('keeps a pooler’s own sentence', () => {
  const error = namedError(serverError('08P01', 'no such database: inkwel'));
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error).toMatchObject({ message: 'The database is away: no such database: inkwel' });
});

it('answers 503 for a statement that is cut off, as it took too long', () => {
  const cut = namedError(serverError('57014', 'canceling statement due to statement timeout'));
  expect(cut).toBeInstanceOf(TookTooLong);
  expect(refusalFor(cut)).toMatchObject({ status: 503, message: ERROR_MESSAGES.busy });
});

it('takes a disk that can only be read for one that takes nothing', () => {
  const written = 'could not extend file "base/5/16412": Read-only file system';
  expect(namedError(serverError('42501', written))).toBeInstanceOf(DiskFull);
  expect(
    fileSystemError(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })),
  ).toBeInstanceOf(DiskFull);
});

it.each([
  ['could not open file "pg_wal/1": Permission denied', /belongs to another user: give all of it to the one/],
  ['EACCES: permission denied', /belongs to another user/],
  ['EROFS: read-only file system', /can only be read just now: look at the disk/],
])('leads to no harm where the disk says %s', (reason, words) => {
  const sentence = accessTrouble(reason, '/data/database');
  expect(sentence).toMatch(words);
  expect(sentence).not.toMatch(/restore|remove|delete/);
});

it('says nothing of access for other faults', () => {
  expect(accessTrouble('could not read block 3', '/data/database')).toBeNull();
});
