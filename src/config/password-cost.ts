/** What one hash of a password costs. Where nothing is said, as much as the library takes, which is meant for servers. */
export class PasswordCost {
  /** In KiB. */
  readonly memoryCost?: number;
  /** Passes over the memory. */
  readonly timeCost?: number;
}
