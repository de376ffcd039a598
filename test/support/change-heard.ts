import { ChangeFeed, type Subject } from '../../src/database/change-feed';
import type { TestApp } from './app';

/**
 * Resolves once the process hears of the next change of such a thing, its caches first. Ask before the change is made.
 */
export function changeHeard(app: TestApp, subject: Subject): Promise<void> {
  return new Promise((resolve) => {
    app.nest.get(ChangeFeed).subscribe({
      changed: (changed) => changed === subject && resolve(),
      lost: () => undefined,
    });
  });
}
