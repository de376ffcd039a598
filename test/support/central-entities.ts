/** Version of an entity, as the server tells it. */
export interface CentralEntityVersion {
  readonly label: string;
  readonly data: Readonly<Record<string, string | null>>;
  readonly by: string;
  readonly createdAt: string;
  readonly baseVersion?: number;
  readonly conflictingProperties?: readonly string[];
  readonly source?: { readonly xmlFormId: string; readonly instanceId: string };
}

export interface CentralEntity {
  readonly uuid: string;
  conflict: 'soft' | 'hard' | null;
  /** Oldest first. */
  readonly versions: CentralEntityVersion[];
}

export interface CentralDataset {
  approvalRequired: boolean;
  readonly properties: string[];
  readonly entities: CentralEntity[];
}

/** OData names have no characters but letters, digits and `_`. */
const odataNameOf = (name: string): string => name.replace(/\W/g, '_');

/** Answers of the routes below `projects/:id/datasets`; undefined: not found. */
export function replyOfDatasets(
  datasets: ReadonlyMap<string, CentralDataset>,
  rest: string,
): object | undefined {
  const [, listed = '', part, uuid, last] = rest.split('/').map(decodeURIComponent);
  if (rest === 'datasets')
    return [...datasets].map(([name, { approvalRequired }]) => ({ name, approvalRequired }));
  const name = listed.replace(/\.svc$/, '');
  const dataset = datasets.get(name);
  if (dataset === undefined) return undefined;
  const { properties, entities, approvalRequired } = dataset;
  if (listed.endsWith('.svc')) return { value: entities.map((each) => presentRow(each)) };
  if (part === undefined) {
    const presented = properties.map((each) => ({ name: each, odataName: odataNameOf(each) }));
    return { name, approvalRequired, properties: presented };
  }
  if (uuid === undefined) {
    return entities.map(({ uuid: id, conflict, versions }) => ({
      uuid: id,
      conflict,
      currentVersion: { version: versions.length, label: versions.at(-1)!.label },
    }));
  }
  const entity = entities.find((each) => each.uuid === uuid);
  return last === 'versions' ? entity?.versions.map(presentVersion) : undefined;
}

function presentRow({ uuid, versions }: CentralEntity) {
  const { label, data } = versions.at(-1)!;
  const values = Object.entries(data).map(([name, value]) => [odataNameOf(name), value]);
  return { __id: uuid, label, ...Object.fromEntries(values), __system: { version: versions.length } };
}

function presentVersion(version: CentralEntityVersion, index: number) {
  const { label, data, by, createdAt, baseVersion = null, conflictingProperties = null, source } = version;
  return {
    label,
    data,
    createdAt,
    baseVersion,
    conflictingProperties,
    version: index + 1,
    branchId: null,
    trunkVersion: null,
    branchBaseVersion: baseVersion,
    creator: { id: 7, type: 'user', displayName: by },
    source: source === undefined ? {} : { event: {}, submission: source },
  };
}
