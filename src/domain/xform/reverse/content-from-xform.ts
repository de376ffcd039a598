import type { RawRow } from '../../content/standard/raw-content';
import { InvalidError } from '../../errors';
import {
  type Bind,
  type ChoiceSource,
  choiceSourceOf,
  listName,
  typeOfControl,
  typeWithoutControl,
} from './xform-questions';
import { XformTexts, childrenOf, find, findAll, parseXform, textOf, type XformNode } from './xform-tree';

const CONTROLS = ['input', 'select1', 'select', 'rank', 'range', 'trigger', 'upload'];
const ACTIONS = ['setgeopoint', 'recordaudio'];
const NO_BIND: Bind = new Map();

/** Sheets of an XLSForm, to be standardised. */
interface XformSheets {
  readonly survey: RawRow[];
  readonly choices: RawRow[];
  readonly settings: Readonly<Record<string, string>>;
  readonly [sheet: string]: unknown;
}

/**
 * Derives the sheets of an XLSForm from an XForm: questions, groups, repeats, choices, texts and logic. They describe its
 * answers for lists, reports and exports; what XLSForm cannot express is left out.
 * @throws InvalidError for malformed XML, or without a primary instance
 */
export function contentFromXform(xml: string): XformSheets {
  return new XformReader(parseXform(xml)).read();
}

class XformReader {
  private readonly model: XformNode | undefined;
  private readonly html: XformNode | undefined;
  private readonly root: XformNode;
  private readonly binds: ReadonlyMap<string, Bind>;
  private readonly controls: ReadonlyMap<string, XformNode>;
  private readonly actions: ReadonlyMap<string, XformNode>;
  private readonly groups: ReadonlyMap<string, XformNode>;
  private readonly repeats: ReadonlySet<string>;
  private readonly texts: XformTexts;
  /** Names of nodes that only one path has. */
  private readonly names = new Map<string, string | null>();
  private readonly survey: RawRow[] = [];
  private readonly choices: RawRow[] = [];
  private readonly listed = new Set<string>();

  constructor(document: XformNode) {
    this.html = find(document, 'html');
    this.model = find(this.html, 'head', 'model');
    const root = childrenOf(find(this.model, 'instance'))[0];
    if (root === undefined) throw new InvalidError('The form has no primary instance. It is not an XForm.');
    this.root = root;
    const body = find(this.html, 'body');
    const byPath = (nodes: readonly XformNode[]) => new Map(nodes.map((node) => [pathOf(node), node]));
    this.binds = new Map(childrenOf(this.model, 'bind').map((node) => [pathOf(node), node.attributes]));
    this.controls = byPath(CONTROLS.flatMap((name) => findAll(body, name)));
    this.actions = byPath(ACTIONS.flatMap((name) => childrenOf(this.model, name)));
    this.groups = byPath(findAll(body, 'group'));
    this.repeats = new Set(findAll(body, 'repeat').map(pathOf));
    this.texts = new XformTexts(this.model, (text) => this.render(text));
    this.collectNames(root, `/${root.name}`);
  }

  read(): XformSheets {
    this.readNodes(this.root, `/${this.root.name}`);
    const submission = find(this.model, 'submission');
    const settings = {
      form_title: textOf(find(this.html, 'head', 'title')),
      version: this.root.attributes.get('version'),
      style: find(this.html, 'body')?.attributes.get('class'),
      default_language: this.texts.defaultLanguage?.replace(/^default$/, ''),
      instance_name: this.expression(
        this.binds.get(`/${this.root.name}/meta/instanceName`)?.get('calculate'),
      ),
      public_key: submission?.attributes.get('base64RsaPublicKey'),
    };
    return { survey: this.survey, choices: this.choices, settings: withoutEmpty(settings) };
  }

  private readNodes(parent: XformNode, path: string): void {
    const seen = new Set<string>();
    for (const node of childrenOf(parent)) {
      // A repeat is listed as template too.
      if (seen.has(node.name)) continue;
      seen.add(node.name);
      if (node.name !== 'meta') this.readNode(node, `${path}/${node.name}`);
      else if (find(node, 'audit') !== undefined) this.survey.push({ type: 'audit', name: 'audit' });
    }
  }

  private readNode(node: XformNode, path: string): void {
    const isRepeat = this.repeats.has(path);
    const control = this.controls.get(path);
    const common = { name: node.name, ...this.logicOf(path) };
    if (control === undefined && (isRepeat || childrenOf(node).length > 0)) {
      const kind = isRepeat ? 'repeat' : 'group';
      const group = this.groups.get(path);
      const appearance = group?.attributes.get('appearance');
      const label = this.texts.columnsOf('label', find(group, 'label'));
      this.survey.push(withoutEmpty({ type: `begin_${kind}`, ...common, ...label, appearance }));
      this.readNodes(node, path);
      this.survey.push({ type: `end_${kind}` });
      return;
    }
    const bind = this.binds.get(path) ?? NO_BIND;
    const question =
      control === undefined
        ? { type: typeWithoutControl(bind, this.actions.get(path)?.name) }
        : this.questionOf(control, path, bind);
    this.survey.push(withoutEmpty({ ...question, ...common, default: textOf(node) }));
  }

  private questionOf(control: XformNode, path: string, bind: Bind): RawRow {
    const source = this.choicesOf(control, path);
    const parameters = ['start', 'end', 'step'].flatMap((name) => {
      const value = control.name === 'range' ? control.attributes.get(name) : undefined;
      return value === undefined ? [] : [`${name}=${value}`];
    });
    return {
      type: typeOfControl(control, bind, source),
      ...this.texts.columnsOf('label', find(control, 'label')),
      ...this.texts.columnsOf('hint', find(control, 'hint')),
      appearance: control.attributes.get('appearance'),
      choice_filter: this.expression(source?.filter),
      parameters: parameters.join(' '),
    };
  }

  private logicOf(path: string): RawRow {
    const bind = this.binds.get(path) ?? NO_BIND;
    return {
      required: this.expression(bind.get('required')),
      relevant: this.expression(bind.get('relevant')),
      constraint: this.expression(bind.get('constraint')),
      ...this.texts.columnsOfAttribute('constraint_message', bind.get('constraintMsg')),
      ...this.texts.columnsOfAttribute('required_message', bind.get('requiredMsg')),
      calculation: this.expression(bind.get('calculate')),
      readonly: this.expression(bind.get('readonly')),
    };
  }

  /** Adds the list that the control takes its choices from. */
  private choicesOf(control: XformNode, path: string): ChoiceSource | undefined {
    const instances = childrenOf(this.model, 'instance');
    const instanceOf = (id: string) =>
      instances.find(({ attributes }) => {
        const instanceId = attributes.get('id') ?? '';
        return instanceId === id || listName(instanceId) === id;
      });
    const source = choiceSourceOf(control, path.slice(this.root.name.length + 2), (id) =>
      instanceOf(id)?.attributes.get('src'),
    );
    if (source?.kind !== 'list' || this.listed.has(source.name)) return source;
    this.listed.add(source.name);
    const own = childrenOf(control, 'item');
    const items = own.length > 0 ? own : childrenOf(find(instanceOf(source.name), 'root'), 'item');
    for (const item of items) {
      const { value, name, label, itextId, ...columns } = Object.fromEntries(
        childrenOf(item).map((child) => [child.name, child]),
      );
      this.choices.push({
        ...withoutEmpty(
          Object.fromEntries(Object.entries(columns).map(([key, node]) => [key, textOf(node)])),
        ),
        list_name: source.name,
        name: textOf(value ?? name),
        ...(itextId === undefined
          ? this.texts.columnsOf('label', label)
          : this.texts.translated('label', textOf(itextId))),
      });
    }
    return source;
  }

  /** Text with references to answers as `${name}`. */
  private render(text: XformNode): string {
    return text.content
      .map((each) =>
        typeof each === 'string' ? each : (this.expression(each.attributes.get('value')) ?? ''),
      )
      .join('')
      .trim();
  }

  /** Paths as `${name}` where only one node has the name. */
  private expression(xpath: string | undefined): string | undefined {
    return xpath?.trim().replaceAll(/(?<![\w)\].])\/[\w.-]+(?:\/[\w.-]+)+/g, (path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return this.names.get(name) === path ? `\${${name}}` : path;
    });
  }

  private collectNames(parent: XformNode, path: string): void {
    for (const node of childrenOf(parent)) {
      const own = `${path}/${node.name}`;
      const known = this.names.get(node.name);
      this.names.set(node.name, known === undefined || known === own ? own : null);
      this.collectNames(node, own);
    }
  }
}

function pathOf({ attributes }: XformNode): string {
  return (attributes.get('nodeset') ?? attributes.get('ref') ?? '').trim();
}

function withoutEmpty<Value>(row: Readonly<Record<string, Value>>): Record<string, NonNullable<Value>> {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as Record<string, NonNullable<Value>>;
}
