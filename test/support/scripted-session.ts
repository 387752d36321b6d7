/**
 * A session as a host keeps it, written apart from the code under test so that the two cannot share a mistake:
 * containers with children, and what a switch does to them.
 */

interface ModelDecision {
  kind: string;
  enabled: boolean;
  uri?: string;
}

export interface ModelNode {
  id: string;
  type: string;
  name: string;
  uri: string;
  enabled?: boolean;
  enablement?: ModelDecision[];
  children?: ModelNode[];
  [field: string]: unknown;
}

export interface ModelToggle {
  type: 'session/customizationToggled';
  id: string;
  enabled?: boolean;
  enablement?: ModelDecision[];
}

export function skill(id: string, fields: Partial<ModelNode> = {}): ModelNode {
  return { type: 'skill', id, name: id, uri: `file:///skills/${id}/SKILL.md`, ...fields };
}

export function directory(id: string, children: ModelNode[], fields: Partial<ModelNode> = {}): ModelNode {
  const uri = `file:///${id}`;
  return { type: 'directory', id, name: id, uri, contents: 'skill', writable: true, children, ...fields };
}

export function plugin(id: string, children: ModelNode[], fields: Partial<ModelNode> = {}): ModelNode {
  return { type: 'plugin', id, name: id, uri: `file:///plugins/${id}`, children, ...fields };
}

/** One directory with this many skills: `s0`, `s1` and so on. */
export function skills(count: number): ModelNode[] {
  return [
    directory(
      'd',
      Array.from({ length: count }, (_, index) => skill(`s${index}`)),
    ),
  ];
}

function set(node: ModelNode, toggle: ModelToggle): void {
  const wanted = toggle.enablement?.[0]?.enabled ?? toggle.enabled ?? true;
  if (node.type !== 'plugin' && node.type !== 'mcpServer') node.enabled = wanted;
  else if (toggle.enablement === undefined || toggle.enablement.length === 0) delete node.enablement;
  else node.enablement = structuredClone(toggle.enablement);
}

export class ModelSession {
  customizations: ModelNode[];
  fields: Record<string, unknown> = { lifecycle: 'ready', title: 'a session' };

  constructor(customizations: ModelNode[]) {
    this.customizations = structuredClone(customizations);
  }

  /** Top-level entries before children, the first match. */
  find(id: string): ModelNode | undefined {
    const children = this.customizations.flatMap((container) => container.children ?? []);
    return [...this.customizations, ...children].find((node) => node.id === id);
  }

  flag(id: string): boolean | undefined {
    const node = this.find(id);
    return node && (node.enablement?.[0]?.enabled ?? node.enabled ?? true);
  }

  /** The own flag of every entry. */
  flags(): Record<string, boolean> {
    const nodes = this.customizations.flatMap((container) => [container, ...(container.children ?? [])]);
    return Object.fromEntries(nodes.map(({ id }) => [id, this.flag(id) ?? true]));
  }

  toggle(toggle: ModelToggle): void {
    const node = this.find(toggle.id);
    if (node !== undefined) set(node, toggle);
  }

  /** Forgets every switch, as a host may do when it reads its files again. */
  forget(): void {
    for (const container of this.customizations) {
      for (const node of [container, ...(container.children ?? [])]) {
        delete node.enabled;
        delete node.enablement;
      }
    }
  }

  state(): Record<string, unknown> {
    return structuredClone({ ...this.fields, customizations: this.customizations });
  }
}
