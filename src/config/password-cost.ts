/** Argon2 parameters; absent ones have the library's defaults, which suit servers. */
export class PasswordCost {
  /** In KiB. */
  readonly memoryCost?: number;
  /** Passes over the memory. */
  readonly timeCost?: number;
}
