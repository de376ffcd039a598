/** That a body ended before it was read, for whoever still reads a part of it; at most once. */
export class UntimelyEnd {
  private hearers: Set<() => void> | undefined;
  private come = false;

  get hasCome(): boolean {
    return this.come;
  }

  hear(hearer: () => void): void {
    (this.hearers ??= new Set()).add(hearer);
  }

  forget(hearer: () => void): void {
    this.hearers?.delete(hearer);
  }

  tell(): void {
    this.come = true;
    const hearers = this.hearers ?? [];
    this.hearers = undefined;
    for (const hearer of hearers) hearer();
  }
}
