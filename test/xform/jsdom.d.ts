/** As much of jsdom as the judge needs; its published types would make a DOM global to every source. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string });
    readonly window: Record<string, unknown>;
  }
}
