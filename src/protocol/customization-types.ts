/**
 * The customization tree on the wire: containers, their children, load states, MCP states and enablement
 * decisions, under the specification's own names.
 */

import type { ErrorInfo, Meta, Open, URI } from './types.js';

/** A position in a text file; both numbers start at 0. */
export interface TextPosition {
  line: number;
  character: number;
}

/** A part of a text file. */
export interface TextRange {
  start: TextPosition;
  end: TextPosition;
}

/** A picture for a customization. */
export interface Icon {
  src: string;
}

/** The scope of a decision. */
export type EnablementKind = Open<'session' | 'workspace' | 'global'>;

/** One scoped decision; a list of them is sorted most specific first, and the first decides. */
export interface CustomizationEnablement {
  kind: EnablementKind;
  enabled: boolean;
  /** The working directory a `workspace` decision is about. */
  uri?: URI;
}

/** The types that hold others. */
export type ContainerType = 'plugin' | 'directory';
/** The types that a container may hold. */
export type ChildCustomizationType = 'agent' | 'skill' | 'prompt' | 'rule' | 'hook' | 'mcpServer';
/** The type of a customization. */
export type CustomizationType = Open<ContainerType | ChildCustomizationType>;

/** What every node of the tree carries, container or child. */
export interface CustomizationBase {
  type: CustomizationType;
  /** Opaque and session-unique; what every action targets. */
  id: string;
  /** Where it comes from; the persistent reference. */
  uri: URI;
  name: string;
  icons?: Icon[];
  range?: TextRange;
  /** Absent means on. */
  enabled?: boolean;
  /** Scoped decisions (0.8 and later, plugins and MCP servers). Wins over `enabled` when not empty. */
  enablement?: CustomizationEnablement[];
  _meta?: Meta;
}

/** Whether a container has been read, and what went wrong. */
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

/** A plugin, which holds other customizations. */
export interface PluginCustomization extends ContainerCustomizationBase {
  type: 'plugin';
  version?: string;
}

/** A directory in which customizations were found. */
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

/** A prompt, which the user invokes as a command. */
export interface PromptCustomization extends CustomizationBase {
  type: 'prompt';
  description?: string;
}

/** A rule, which is part of the instructions of an agent. */
export interface RuleCustomization extends CustomizationBase {
  type: 'rule';
  description?: string;
  alwaysApply?: boolean;
  globs?: string[];
}

/** A hook, which runs a command at an event. */
export interface HookCustomization extends CustomizationBase {
  type: 'hook';
  event?: string;
  matcher?: string;
}

/** How to sign in to a protected MCP server. */
export interface ProtectedResourceMetadata {
  resource: string;
  scopes_supported?: string[];
}

/** Runtime state of an MCP server, apart from the wish to have it on. */
export interface McpServerState {
  kind: Open<'starting' | 'ready' | 'authRequired' | 'error' | 'stopped'>;
  reason?: Open<'required' | 'expired' | 'insufficientScope'>;
  resource?: ProtectedResourceMetadata;
  requiredScopes?: string[];
  description?: string;
  error?: ErrorInfo;
}

/** An MCP server. */
export interface McpServerCustomization extends CustomizationBase {
  type: 'mcpServer';
  state?: McpServerState;
  channel?: URI;
}

/**
 * A leaf. A host newer than we are may send a type that is not in this union: switch with a default.
 */
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
