interface ResettableAccount {
  readonly isActive: boolean;
  readonly passwordHash: string | null;
}

/** Whether a reset link may set the password: only of active accounts that have one. AnonymousUser has none. */
export function canResetPassword<Account extends ResettableAccount>(
  account: Account | null,
): account is Account & { readonly passwordHash: string } {
  return account !== null && account.isActive && account.passwordHash !== null;
}
