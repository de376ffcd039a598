/** States of a form in order, with the way back and forth. Edits of one field in a row are one step. */
export class History<State> {
  private readonly past: State[] = [];
  private future: State[] = [];
  private field: string | undefined;

  constructor(private state: State) {}

  get current(): State {
    return this.state;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** @param field that is typed into: further edits of it belong to the same step, until `seal` */
  push(state: State, field?: string): void {
    if (state === this.state) return;
    if (field === undefined || field !== this.field) this.past.push(this.state);
    this.field = field;
    this.future = [];
    this.state = state;
  }

  /** Ends the step of a field, such as when the focus leaves it. */
  seal(): void {
    this.field = undefined;
  }

  undo(): void {
    if (this.past.length === 0) return;
    this.future.push(this.state);
    this.state = this.past.pop()!;
    this.seal();
  }

  redo(): void {
    if (this.future.length === 0) return;
    this.past.push(this.state);
    this.state = this.future.pop()!;
    this.seal();
  }
}
