/**
 * A refusal: of a request of the extension, or by a route of it. A route may throw the codes that it declares; any other
 * error is answered as a failure of the extension.
 */
export class ExtensionRefusal extends Error {
  override readonly name: string = 'ExtensionRefusal';
  /** A stable code, such as `not_found`. */
  readonly code: string;
  /** The HTTP status of the refused request; undefined for a refusal by a route. */
  readonly status: number | undefined;

  constructor(code: string, message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
