/** Abort signal for the readers of a body; fires at most once. */
export class BodyAbort {
  private listeners: Set<() => void> | undefined;
  private aborted = false;

  get isAborted(): boolean {
    return this.aborted;
  }

  addListener(listener: () => void): void {
    (this.listeners ??= new Set()).add(listener);
  }

  removeListener(listener: () => void): void {
    this.listeners?.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    const listeners = this.listeners ?? [];
    this.listeners = undefined;
    for (const listener of listeners) listener();
  }
}
