import type { RefusalMessage } from '../protocol/messages.ts';

const LONGEST = 2_000;

/** An error as it is sent to the server; errors of other copies of the package are recognised by their name. */
export function refusalOf(error: unknown): RefusalMessage {
  if (!(error instanceof Error)) return { message: String(error).slice(0, LONGEST) };
  const message = error.message.slice(0, LONGEST);
  const { code } = error as { readonly code?: unknown };
  return error.name === 'ExtensionRefusal' && typeof code === 'string' ? { code, message } : { message };
}
