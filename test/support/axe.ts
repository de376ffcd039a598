import { source } from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Fading text has less contrast for a moment. Spinners have no end and are not waited for. */
const END_OF_ANIMATIONS = `Promise.all(
  document.getAnimations()
    .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    .map((animation) => animation.finished.catch(() => undefined)),
)`;

/** Serious and critical findings of axe on the open page, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(END_OF_ANIMATIONS);
  await page.evaluate(source);
  const violations = await page.evaluate<Finding[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
