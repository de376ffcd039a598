import type { Page } from 'playwright-core';

/** Measures the bytes of pages as sent, with nothing cached. */
export class PageWeight {
  private bytes = 0;

  static async of(page: Page): Promise<PageWeight> {
    const weight = new PageWeight();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    // The worker of an offline form would serve later pages, whose bytes are then not those of the page.
    await session.send('Network.setBypassServiceWorker', { bypass: true });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (weight.bytes += encodedDataLength));
    return weight;
  }

  /** Bytes since the last call. */
  take(): number {
    const { bytes } = this;
    this.bytes = 0;
    return bytes;
  }
}
