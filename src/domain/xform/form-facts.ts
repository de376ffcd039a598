import { SaxesParser, SaxesTagPlain } from 'saxes';
import { DomainError, InvalidError } from '../errors';
import { EntityFactsReader, type EntityFact } from './entity-facts';

/** Structure of a form as needed to process its submissions. Plain JSON, stored with the deployment. */
export interface FormFacts {
  /** Name of the root node; the paths below do not include it. */
  rootName: string;
  /** `id` attribute of the root; '' when the form has none. */
  formId: string;
  version: string | null;
  title: string;
  /** Leaf nodes in the order of the primary instance, without `formhub` and without `meta` except the audit. */
  questions: QuestionFact[];
  /** Repeats, outer ones before inner ones. */
  repeatPaths: string[];
  geopointPaths: string[];
  fileQuestions: FileQuestionFact[];
  /** True when the form has a public key: its submissions are encrypted. */
  encrypted: boolean;
  /** Ids of the instances that controls read choices from. */
  choiceLists: string[];
  /** Entities that submissions create or update; absent if there are none. */
  entities?: EntityFact[];
  /** Names, without extension, of the CSV files that the form reads; absent if there are none. */
  csvFiles?: string[];
}

interface QuestionFact {
  path: string;
  /** Type of the bind (`string`, `int`, `geopoint`, `binary`, …); null without one. */
  type: string | null;
}

const NUMERIC_TYPES = ['int', 'integer', 'long', 'decimal', 'double', 'float'];

/** Paths of the questions of a numeric type. */
export function numericPaths({ questions }: Pick<FormFacts, 'questions'>): Set<string> {
  return new Set(questions.flatMap(({ path, type }) => (NUMERIC_TYPES.includes(type ?? '') ? [path] : [])));
}

type FileKind = 'image' | 'audio' | 'video' | 'file' | 'audit' | 'background-audio';

interface FileQuestionFact {
  path: string;
  kind: FileKind;
}

/** Depth limit of XML elements; real forms stay far below. */
const MAX_ELEMENT_DEPTH = 200;

/**
 * Reads the structure of any XForm. Elements are matched by local name, with any prefix (contract-xlsform 4.1).
 * @throws InvalidError when the text is not well-formed XML, has a DOCTYPE, or has no primary instance.
 */
export function readFormFacts(xml: string): FormFacts {
  const reader = new FormFactsReader();
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw new InvalidError('A DOCTYPE is not accepted in a form. Remove it.');
  });
  parser.on('opentag', (tag) => reader.open(tag));
  parser.on('closetag', () => reader.close());
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  try {
    parser.write(xml).close();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown reason';
    throw new InvalidError(`The form is not well-formed XML (${reason.slice(0, 200)}). Correct it.`);
  }
  return reader.finish();
}

interface InstanceNode {
  readonly path: string;
  isLeaf: boolean;
}

class FormFactsReader {
  private readonly openNames: string[] = [];
  /** Depth of the first `instance` while it is open, else 0. */
  private instanceDepth = 0;
  private rootName: string | null = null;
  private formId = '';
  private version: string | null = null;
  private title = '';
  private encrypted = false;
  private readonly openNodes: InstanceNode[] = [];
  private readonly nodes = new Map<string, InstanceNode>();
  private readonly bindTypes = new Map<string, string>();
  private readonly bindIds = new Map<string, string>();
  private readonly repeats = new Set<string>();
  private readonly groups = new Set<string>();
  private readonly fileKinds = new Map<string, FileKind>();
  private readonly choiceLists = new Set<string>();
  private readonly entities = new EntityFactsReader();
  private readonly csvFiles = new Set<string>();

  open({ name, attributes }: SaxesTagPlain): void {
    const local = localName(name);
    this.openNames.push(local);
    if (this.openNames.length > MAX_ELEMENT_DEPTH) {
      throw new InvalidError(
        `The form has elements nested more than ${MAX_ELEMENT_DEPTH} deep. Make it flatter.`,
      );
    }
    if (this.instanceDepth > 0) this.openInstanceNode(name, attributes);
    else if (local === 'instance') {
      if (this.rootName === null) this.instanceDepth = this.openNames.length;
      else this.readFileInstance(attributes['src'] ?? '');
    } else this.openFormElement(local, attributes);
  }

  close(): void {
    if (this.instanceDepth > 0) {
      if (this.openNames.length === this.instanceDepth) this.instanceDepth = 0;
      else this.openNodes.pop();
    }
    this.openNames.pop();
  }

  text(text: string): void {
    if (this.openNames.at(-1) === 'title' && this.openNames.at(-2) === 'head') this.title += text;
  }

  finish(): FormFacts {
    if (this.rootName === null) {
      throw new InvalidError('The form has no primary instance. Send an ODK XForm.');
    }
    const paths = [...this.nodes.values()].flatMap((node) => (this.isQuestion(node) ? [node.path] : []));
    return {
      rootName: this.rootName,
      formId: this.formId,
      version: this.version,
      title: this.title.trim(),
      questions: paths.map((path) => ({ path, type: this.bindTypes.get(path) ?? null })),
      repeatPaths: [...this.nodes.keys()].filter((path) => this.repeats.has(path)),
      geopointPaths: paths.filter((path) => this.bindTypes.get(path) === 'geopoint'),
      fileQuestions: paths.flatMap((path) => {
        const kind = this.fileKindOf(path);
        return kind === undefined ? [] : [{ path, kind }];
      }),
      encrypted: this.encrypted,
      choiceLists: [...this.choiceLists],
      ...this.entities.finish(),
      ...(this.csvFiles.size > 0 && { csvFiles: [...this.csvFiles] }),
    };
  }

  private openInstanceNode(name: string, attributes: Record<string, string>): void {
    if (this.rootName === null) {
      this.rootName = name;
      this.formId = attributes['id'] ?? '';
      this.version = attributes['version'] ?? attributes['orx:version'] ?? null;
      this.openNodes.push({ path: '', isLeaf: false });
      return;
    }
    const parent = this.openNodes.at(-1);
    if (parent === undefined)
      throw new InvalidError('The primary instance has more than one root. Keep one.');
    parent.isLeaf = false;
    const path = parent.path === '' ? name : `${parent.path}/${name}`;
    const node = this.nodes.get(path) ?? { path, isLeaf: true };
    this.nodes.set(path, node);
    this.entities.readNode(path, attributes);
    if (Object.keys(attributes).some((attribute) => localName(attribute) === 'template'))
      this.repeats.add(path);
    this.openNodes.push(node);
  }

  private openFormElement(local: string, attributes: Record<string, string>): void {
    switch (local) {
      case 'bind':
        this.readBind(attributes);
        break;
      case 'submission':
        this.encrypted ||= (attributes['base64RsaPublicKey'] ?? '') !== '';
        break;
      case 'repeat':
        this.repeats.add(this.pathOf(attributes));
        break;
      case 'group':
        this.groups.add(this.pathOf(attributes));
        break;
      case 'upload':
        this.fileKinds.set(this.pathOf(attributes), kindOfMediatype(attributes['mediatype'] ?? ''));
        break;
      case 'recordaudio':
        this.fileKinds.set(this.pathOf(attributes), 'background-audio');
        break;
      case 'itemset':
        this.readChoiceSource(attributes['nodeset']);
        break;
      case 'input':
        this.readChoiceSource(attributes['query']);
        break;
      default:
    }
  }

  private readBind(attributes: Record<string, string>): void {
    const path = this.pathOf(attributes);
    const type = attributes['type'];
    if (type !== undefined) this.bindTypes.set(path, type.startsWith('xsd:') ? type.slice(4) : type);
    if (attributes['id'] !== undefined) this.bindIds.set(attributes['id'], path);
    this.entities.readBind(path, attributes);
  }

  private readFileInstance(source: string): void {
    const name = /^jr:\/\/file-csv\/(.+)\.csv$/.exec(source)?.[1];
    if (name !== undefined) this.csvFiles.add(name);
  }

  private readChoiceSource(expression: string | undefined): void {
    const id = /\binstance\(\s*(['"])(.*?)\1\s*\)/.exec(expression ?? '')?.[2];
    if (id !== undefined) this.choiceLists.add(id);
  }

  /** Path, without the root, of the node that an element refers to by nodeset, ref or bind id. */
  private pathOf(attributes: Record<string, string>): string {
    const bound = this.bindIds.get(attributes['bind'] ?? '');
    if (bound !== undefined) return bound;
    const steps = (attributes['nodeset'] ?? attributes['ref'] ?? '').trim().split('/');
    return steps.slice(2).join('/');
  }

  private isQuestion({ path, isLeaf }: InstanceNode): boolean {
    if (!isLeaf || this.repeats.has(path) || this.groups.has(path)) return false;
    const [first = '', second = ''] = path.split('/').map(localName);
    if (first === 'meta') return second === 'audit';
    return first !== 'formhub';
  }

  private fileKindOf(path: string): FileKind | undefined {
    const kind = this.fileKinds.get(path);
    if (kind !== undefined || this.bindTypes.get(path) !== 'binary') return kind;
    return localName(path.slice(path.lastIndexOf('/') + 1)) === 'audit' ? 'audit' : 'file';
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function kindOfMediatype(mediatype: string): FileKind {
  const kind = mediatype.slice(0, mediatype.indexOf('/'));
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file';
}
