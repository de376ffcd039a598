/** Database functions that subscribers may name, defined in `functions/`. Each has a branch in store-submissions.sql. */
export const PUBLISH_FUNCTIONS = ['note_deliveries'] as const;

export type PublishFunction = (typeof PUBLISH_FUNCTIONS)[number];

/** Arguments of a publish function, as SQL expressions. */
interface PublishArguments {
  readonly asset: string;
  readonly submissions: string;
  readonly kind: string;
  readonly moment: string;
}

export const publishCall = (
  name: PublishFunction,
  { asset, submissions, kind, moment }: PublishArguments,
): string => `${name}(${asset}, ${submissions}, ${kind}, ${moment})`;
