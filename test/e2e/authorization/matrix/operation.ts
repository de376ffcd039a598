import type { Family, Operation } from './model';

export interface Target {
  readonly uid: string;
  readonly id: number;
  readonly submission: number;
  /** Outside of every partial filter. */
  readonly filtered: number;
  /** In the bin. */
  readonly deleted: number;
  readonly attachment: string;
  readonly filteredDeleted: number;
  readonly filteredAttachment: string;
  readonly file: string;
  readonly link: string;
  readonly version: string;
  readonly hook: string;
  readonly log: string;
  readonly setting: string;
  readonly pairedData: string;
  readonly ownersAssignment: string;
  readonly guestsAssignment: string;
  /** Uid of an asset with assignments to copy. */
  readonly source: string;
  /** Uid of a collection of the same owner, changeable by the guest and by all who may change the asset. */
  readonly collection: string;
}

export interface OperationRequest {
  readonly path: string;
  readonly body?: object | FormData;
}

/** Builds a request. @param below target of the nested resource */
type BuildRequest = (asset: Target, below: Target) => OperationRequest;

export interface RoutedOperation extends Operation {
  /** Written as in routes.txt. */
  readonly route: string;
  readonly buildRequest: BuildRequest;
}

export interface Extras extends Partial<Omit<Operation, 'name' | 'method' | 'family' | 'needs'>> {
  readonly query?: string;
  readonly family?: Family;
  readonly name?: string;
  readonly body?: (asset: Target, below: Target) => object | FormData;
}

export const ASSET = '/api/v2/assets/:uid';

/** Defines an operation by its route; nested resources are taken from `below`. */
export function operation(route: string, needs: string, extras: Extras = {}): RoutedOperation {
  const [method = '', path = ''] = route.split(' ');
  const { body, family = 'nested', name = route, ...rest } = extras;
  return {
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
    succeeds: method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200,
    nested:
      extras.namesAsset === true ||
      /:(id|file|setting|attachment|link|assignment|version|hook|log|pair)\b/.test(path),
    ofSubmission: /\/data\/(deleted\/)?:id/.test(path),
    ...rest,
    buildRequest: (asset, below) => ({
      path: fillPath(path, extras, asset, below),
      ...(body && { body: body(asset, below) }),
    }),
  };
}

function fillPath(path: string, { assignmentOf, query = '' }: Extras, asset: Target, below: Target): string {
  const assignment = assignmentOf === 'guest' ? below.guestsAssignment : below.ownersAssignment;
  return (
    path
      .concat(query)
      .replace(':username', 'owner')
      .replace(':uid', asset.uid)
      .replace('/deleted/:id', `/deleted/${below.deleted}`)
      .replace(':id', String(below.submission))
      .replace(':attachment', below.attachment)
      .replace(':link', below.link)
      .replace(':version', below.version)
      .replace(':assignment', assignment)
      .replace(':hook', below.hook)
      .replace(':log', below.log)
      .replace(':pair', below.pairedData)
      .replace(':setting', below.setting)
      // Exports are private to their creators; this uid is unknown to all.
      .replace(':export', 'eeeeeeeeeeeeeeeeeeeeee')
      .replace(/:file$/, path.includes('xformsMedia') ? `${below.file}.png` : below.file)
      .replace(/:file\//, `${below.file}/`)
      .replace(/:set\b/, 'Submissions')
      .replace(':below', '$count')
      .replace(':further', '$count')
  );
}
