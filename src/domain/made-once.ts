/**
 * Makes something when it is first asked for, and keeps it. For what costs memory that many processes never need: the
 * formats and names of Intl bring megabytes of tables in (decision 109).
 */
export function madeOnce<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
