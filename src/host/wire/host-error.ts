import { ErrorCodes } from '../../protocol/messages.js';

/** The refusal of a request, with the protocol's error code. */
export class HostError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export const invalidParams = (message: string): HostError => new HostError(ErrorCodes.InvalidParams, message);

export const permissionDenied = (message: string): HostError =>
  new HostError(ErrorCodes.PermissionDenied, message);
