import { declarationInvalid, type ExtensionContribution } from '@backroom/core/extensions';
import { demandTasks } from '@backroom/core/onboarding';
import { contributedSuggestionsOf } from './extension-suggestions.ts';

/**
 * Checks those contributions whose form other contexts define.
 * @throws DomainError `extension_declaration_invalid`, `suggestions_invalid`
 */
export function checkContribution({ declaration }: ExtensionContribution): void {
  try {
    demandTasks(declaration.tasks);
  } catch (error) {
    throw declarationInvalid(error instanceof Error ? error.message.replace(/\.$/, '') : 'its tasks are not valid');
  }
  contributedSuggestionsOf(declaration);
}
