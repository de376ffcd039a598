/** Facts about a form in this browser, which may refuse to store them, such as in frames of other sites. */
export class BrowserStorage {
  constructor(private readonly formId: string) {}

  /** False in a frame of another site, where browsers refuse. */
  get isAvailable(): boolean {
    return this.read('sent') !== undefined || this.write('probe', '');
  }

  get isSent(): boolean {
    return this.read('sent') !== undefined;
  }

  rememberSent(): void {
    this.write('sent', new Date().toISOString());
  }

  /** XML of the last submission. */
  get lastSaved(): string | undefined {
    return this.read('last-saved');
  }

  rememberLastSaved(xml: string): void {
    this.write('last-saved', xml);
  }

  private read(name: string): string | undefined {
    try {
      return localStorage.getItem(this.key(name)) ?? undefined;
    } catch {
      return undefined;
    }
  }

  private write(name: string, value: string): boolean {
    try {
      localStorage.setItem(this.key(name), value);
      return true;
    } catch {
      return false;
    }
  }

  private key(name: string): string {
    return `web-form.${this.formId}.${name}`;
  }
}
