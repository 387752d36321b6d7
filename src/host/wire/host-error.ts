import { ErrorCodes } from '../../protocol/messages.js';

/** The refusal of a request, with the protocol's error code. */
export class HostError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const invalidParams = (message: string): HostError => new HostError(ErrorCodes.InvalidParams, message);

export const permissionDenied = (message: string): HostError =>
  new HostError(ErrorCodes.PermissionDenied, message);
