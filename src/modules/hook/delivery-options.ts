export class DeliveryOptions {
  /** Timeout from name resolution to the last byte of the response. */
  timeoutMs = 30_000;
}
