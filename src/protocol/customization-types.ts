/**
 * The customization tree on the wire, under the specification's own names: containers, their children, load states,
 * MCP states and enablement decisions.
 */

import type { Scope } from './scopes.js';
import type { ErrorInfo, Meta, Open, URI } from './types.js';

/** A position in a text; both numbers count from 0. */
export interface TextPosition {
  line: number;
  character: number;
}

/** A part of a text; its end is not included. */
export interface TextRange {
  start: TextPosition;
  end: TextPosition;
}

/** An icon of a customization. */
export interface Icon {
  src: string;
}

/** The scope of a decision. */
export type EnablementKind = Open<Scope>;

/** A decision for one scope. In a list, the most specific is first, and that one counts. */
export interface CustomizationEnablement {
  kind: EnablementKind;
  enabled: boolean;
  /** The working directory of a `workspace` decision. */
  uri?: URI;
}

/** The types of containers. */
export type ContainerType = 'plugin' | 'directory';
/** The types of children. */
export type ChildCustomizationType = 'agent' | 'skill' | 'prompt' | 'rule' | 'hook' | 'mcpServer';
/** The type of any node. */
export type CustomizationType = Open<ContainerType | ChildCustomizationType>;

/** The fields of every node of the tree, container or child. */
export interface CustomizationBase {
  type: CustomizationType;
  /** Opaque and unique in its session; actions target it. */
  id: string;
  /** Where the entry comes from. Unlike the id, it is the same in every session. */
  uri: URI;
  name: string;
  icons?: Icon[];
  range?: TextRange;
  /** Absent means on. */
  enabled?: boolean;
  /** Decisions by scope (0.8 and later, plugins and MCP servers). If there are any, they win over `enabled`. */
  enablement?: CustomizationEnablement[];
  _meta?: Meta;
}

/** How far a container has been read, and what went wrong. */
export interface CustomizationLoadState {
  kind: Open<'loading' | 'loaded' | 'degraded' | 'error'>;
  message?: string;
}

interface ContainerCustomizationBase extends CustomizationBase {
  clientId?: string;
  load?: CustomizationLoadState;
  /** Absent: not read yet. Empty: read, nothing found. */
  children?: ChildCustomization[];
}

/** A plugin with everything it brings. */
export interface PluginCustomization extends ContainerCustomizationBase {
  type: 'plugin';
  version?: string;
}

/** A plugin as a client publishes it, for the host to read and list. */
export interface ClientPluginCustomization {
  type: 'plugin';
  id: string;
  uri: URI;
  name: string;
  /** Required up to 0.7. */
  enabled?: boolean;
  /** Changes with the content, so that the host knows when to read it again. */
  nonce?: string;
}

/** A directory with entries of one type. */
export interface DirectoryCustomization extends ContainerCustomizationBase {
  type: 'directory';
  contents: Open<ChildCustomizationType>;
  writable: boolean;
}

/** A custom agent. */
export interface AgentCustomization extends CustomizationBase {
  type: 'agent';
  description?: string;
  disableUserInvocation?: boolean;
  disableModelInvocation?: boolean;
  model?: string;
  tools?: string[];
}

/** A skill. */
export interface SkillCustomization extends CustomizationBase {
  type: 'skill';
  description?: string;
  disableUserInvocation?: boolean;
  disableModelInvocation?: boolean;
}

/** A prompt, which some tools call a command. */
export interface PromptCustomization extends CustomizationBase {
  type: 'prompt';
  description?: string;
}

/** A rule, or instructions. */
export interface RuleCustomization extends CustomizationBase {
  type: 'rule';
  description?: string;
  alwaysApply?: boolean;
  globs?: string[];
}

/** A hook. */
export interface HookCustomization extends CustomizationBase {
  type: 'hook';
  event?: string;
  matcher?: string;
}

/** The resource that an MCP server asks access to. */
export interface ProtectedResourceMetadata {
  resource: string;
  /** Where to sign in. */
  authorization_servers?: string[];
  scopes_supported?: string[];
}

/** Runtime state of an MCP server. It does not depend on whether the server is switched on. */
export interface McpServerState {
  kind: Open<'starting' | 'ready' | 'authRequired' | 'error' | 'stopped'>;
  /** True while the session waits for a server that is starting. */
  blocking?: boolean;
  reason?: Open<'required' | 'expired' | 'insufficientScope'>;
  resource?: ProtectedResourceMetadata;
  requiredScopes?: string[];
  description?: string;
  error?: ErrorInfo;
}

/** An MCP server, in a container or by itself. */
export interface McpServerCustomization extends CustomizationBase {
  type: 'mcpServer';
  state?: McpServerState;
  channel?: URI;
}

/** A leaf. A newer host may send a type that is not in this union: switch with a default. */
export type ChildCustomization =
  | AgentCustomization
  | SkillCustomization
  | PromptCustomization
  | RuleCustomization
  | HookCustomization
  | McpServerCustomization;

/** A top-level entry. A type not in this union is treated as a container if it has `children`. */
export type Customization = PluginCustomization | DirectoryCustomization | McpServerCustomization;

/** Any node of the tree. */
export type AnyCustomization = Customization | ChildCustomization;
