/** How long an endpoint may take. */
export class DeliveryBounds {
  /** Milliseconds from the first question to the last byte of the answer. */
  withinMs = 30_000;
}
