import { contexts, isUseCase, nameOf, type Ports, type UseCase } from '@backroom/core';

/** The qualified name of a use case, as `identity.createUser`. */
export function useCaseName(useCase: unknown): string {
  const name = nameOf(useCase);
  if (name === undefined) throw new TypeError('A use case must be among the public names of its context.');
  return name;
}

/** The use case with a qualified name. */
export function useCaseNamed(name: string): UseCase<Ports, unknown, unknown> {
  const [context = '', member = ''] = name.split('.');
  const members = Object.hasOwn(contexts, context) ? contexts[context as keyof typeof contexts] : {};
  const useCase = Object.hasOwn(members, member) ? (members as Record<string, unknown>)[member] : undefined;
  if (!isUseCase(useCase)) throw new TypeError(`There is no use case ${name}.`);
  return useCase as UseCase<Ports, unknown, unknown>;
}
