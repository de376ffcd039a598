/** Part of jsdom used by web-forms-runner.mjs; its published types would add DOM globals to every source. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string });
    readonly window: Record<string, unknown>;
  }
}
