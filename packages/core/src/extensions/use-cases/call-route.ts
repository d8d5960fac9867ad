import { type UseCase, useCase } from '../../kernel/use-case.ts';
import type { DeclaredRoute } from '../declaration.ts';
import type { ExtensionPorts } from '../ports.ts';

/**
 * The use case of one declared route: permission is checked as for any other, then the extension answers.
 * @param route index among the declared routes of the extension
 */
export const routeOfExtension = (
  slug: string,
  route: number,
  { methods, access, refusals }: Pick<DeclaredRoute, 'methods' | 'access' | 'refusals'>,
): UseCase<Pick<ExtensionPorts, 'extensionRuntime'>, object, unknown> => {
  const isReading = methods.every((method) => method === 'GET');
  return useCase(
    {
      access,
      effect: isReading ? 'read' : 'write',
      transaction: 'own',
      repeats: isReading ? 'none' : 'marked',
      refusals: { ...refusals, unavailable: ['extension_unavailable', 'extension_failed'] },
    },
    ({ extensionRuntime }: Pick<ExtensionPorts, 'extensionRuntime'>) =>
      async ({ userId = null, username = null }, params: object) =>
        extensionRuntime.callRoute(slug, route, { params, caller: { userId, username } }),
  );
};

/** Returns the index of the routes of one extension. */
export const readExtensionIndex = useCase(
  { access: 'anyone', effect: 'read' },
  (_: object) =>
    async (__, { describe }: { describe(): object | undefined }): Promise<object> =>
      describe() ?? {},
);
