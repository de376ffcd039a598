import type { Family, Operation } from './model';

/** What can be named of an asset. */
export interface Target {
  readonly uid: string;
  readonly id: number;
  readonly submission: number;
  /** One that no filter of a partial right lets through. */
  readonly filtered: number;
  readonly attachment: string;
  readonly filteredAttachment: string;
  readonly file: string;
  /** Uid of a link for collectors. */
  readonly link: string;
  readonly version: string;
  readonly hook: string;
  readonly log: string;
  readonly setting: string;
  readonly pairing: string;
  readonly ownersAssignment: string;
  readonly guestsAssignment: string;
  /** Uid of an asset whose assignments can be copied. */
  readonly source: string;
  /** Uid of a collection of the same owner, for whoever may change the asset to change, and for the guest. */
  readonly collection: string;
}

export interface Question {
  readonly path: string;
  readonly body?: object | FormData;
}

/** How an operation is asked of an asset. @param below whose things are named below it */
type Ask = (asset: Target, below: Target) => Question;

export interface AskedOperation extends Operation {
  /** As routes.txt writes it. */
  readonly route: string;
  readonly ask: Ask;
}

export interface Extras extends Partial<Omit<Operation, 'name' | 'method' | 'family' | 'needs'>> {
  /** Of the URL. */
  readonly query?: string;
  readonly family?: Family;
  readonly name?: string;
  readonly body?: (asset: Target, below: Target) => object | FormData;
}

export const ASSET = '/api/v2/assets/:uid';

/** An operation by its route; what the route names below the asset stands in braces in `below`. */
export function operation(route: string, needs: string, extras: Extras = {}): AskedOperation {
  const [method = '', path = ''] = route.split(' ');
  const { body, family = 'nested', name = route, ...rest } = extras;
  return {
    ...{
      name,
      method,
      route,
      family,
      needs,
      sees: needs,
      changes: [],
      onDraft: false,
      namesAsset: false,
      signedIn: false,
      ownersOnly: false,
    },
    succeeds: method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200,
    nested:
      extras.namesAsset === true ||
      /:(id|file|setting|attachment|link|assignment|version|hook|log|pair)\b/.test(path),
    ofSubmission: path.includes('/data/:id'),
    ...rest,
    ask: (asset, below) => ({
      path: filled(path, extras, asset, below),
      ...(body && { body: body(asset, below) }),
    }),
  };
}

function filled(path: string, { assignmentOf, query = '' }: Extras, asset: Target, below: Target): string {
  const assignment = assignmentOf === 'guest' ? below.guestsAssignment : below.ownersAssignment;
  return (
    path
      .concat(query)
      .replace(':username', 'owner')
      .replace(':uid', asset.uid)
      .replace(':id', String(below.submission))
      .replace(':attachment', below.attachment)
      .replace(':link', below.link)
      .replace(':version', below.version)
      .replace(':assignment', assignment)
      .replace(':hook', below.hook)
      .replace(':log', below.log)
      .replace(':pair', below.pairing)
      .replace(':setting', below.setting)
      // Exports are their makers' own: nobody has this one.
      .replace(':export', 'eeeeeeeeeeeeeeeeeeeeee')
      .replace(/:file$/, path.includes('xformsMedia') ? `${below.file}.png` : below.file)
      .replace(/:file\//, `${below.file}/`)
      .replace(/:set\b/, 'Submissions')
      .replace(':below', '$count')
      .replace(':further', '$count')
  );
}
