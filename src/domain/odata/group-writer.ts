import { type Aggregation, typeOfAggregate } from './aggregation';
import { edmJson } from './edm-value';
import type { FilterType } from './odata-function';
import { typeAnnotation } from './type-annotation';

type GroupType = FilterType | 'Edm.Decimal';

interface GroupProperty {
  /** Navigation property that leads to it, if any, then its name. */
  readonly path: readonly string[];
  readonly type: GroupType;
}

/** Serializes groups of rows as JSON. */
export class GroupWriter {
  private readonly properties: readonly GroupProperty[];

  /** @param withMetadata adds types, for `odata.metadata=full` */
  constructor(
    { keys, aggregates }: Aggregation,
    private readonly withMetadata: boolean,
  ) {
    this.properties = [
      ...keys.map(({ path, field }) => ({ path: path.split('/'), type: field.type })),
      ...aggregates.map((each) => ({ path: [each.alias], type: typeOfAggregate(each) })),
    ];
  }

  /** Select list of the context URL. */
  get selectList(): string {
    return `(${[...this.byNavigation()]
      .flatMap(([navigation, inside]) => {
        const names = inside.map(({ path }) => path.at(-1)!);
        return navigation === '' ? names : [`${navigation}(${names.join(',')})`];
      })
      .join(',')})`;
  }

  /** Serializes a group, without braces. @param texts of its keys and aggregates */
  members(texts: readonly (string | null)[]): string {
    const written = [...this.byNavigation()].map(([navigation, inside]) => {
      const members = inside.map((each) => this.member(each, texts[this.properties.indexOf(each)] ?? null));
      return navigation === '' ? members.join(',') : `${JSON.stringify(navigation)}:{${members.join(',')}}`;
    });
    // Groups have no address.
    return [...(this.withMetadata ? ['"@odata.id":null'] : []), ...written].join(',');
  }

  private member({ path, type }: GroupProperty, text: string | null): string {
    const name = path.at(-1)!;
    const annotation = this.withMetadata ? typeAnnotation(name, type) : '';
    return `${annotation}${JSON.stringify(name)}:${text === null ? 'null' : valueJson(type, text)}`;
  }

  private byNavigation(): ReadonlyMap<string, readonly GroupProperty[]> {
    const groups = new Map<string, GroupProperty[]>();
    for (const each of this.properties) {
      const navigation = each.path.length > 1 ? each.path[0]! : '';
      groups.set(navigation, [...(groups.get(navigation) ?? []), each]);
    }
    return groups;
  }
}

function valueJson(type: GroupType, text: string): string {
  switch (type) {
    // Whole numbers keep all digits.
    case 'Edm.Decimal':
      return text;
    case 'Edm.Double':
      return JSON.stringify(Number(text));
    case 'Edm.Boolean':
    case 'Edm.TimeOfDay':
      return JSON.stringify(text);
    default:
      return edmJson(type, text);
  }
}
