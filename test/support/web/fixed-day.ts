import { afterEach, beforeEach, vi } from 'vitest';

/** Sets the day before each test. The date stands still, while timers run. */
export function onDay(day: string): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) }));
  afterEach(() => void vi.useRealTimers());
}
