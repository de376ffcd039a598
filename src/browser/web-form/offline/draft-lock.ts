/** Keeps a draft for one tab. Without Web Locks, tabs share drafts. */
export class DraftLock {
  private held: { readonly instanceId: string; readonly release: () => void } | undefined;

  /** Releases another draft. @returns false if another tab has this one */
  async acquire(instanceId: string): Promise<boolean> {
    if (this.held?.instanceId === instanceId || !('locks' in navigator)) return true;
    this.release();
    return new Promise((resolve) => {
      void navigator.locks.request(`web-form-draft:${instanceId}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        if (lock === null) return undefined;
        return new Promise<void>((release) => {
          this.held = { instanceId, release };
        });
      });
    });
  }

  release(): void {
    this.held?.release();
    this.held = undefined;
  }
}
