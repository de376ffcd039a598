/** A body that is JSON text already, as the database keeps it; it is sent as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
