import {
  changeOnboarding,
  importSamples,
  type OnboardingChange,
  type OnboardingTask,
  stateFact,
} from '../data/administration/onboarding.ts';
import { useWriting, type WriteHeaders } from '../data/writing.ts';
import { Pill } from '../kit/bits.tsx';
import { Button, buttonClass } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { Menu, type MenuItem } from '../kit/menu.tsx';
import { showToast } from '../kit/toast.tsx';
import { useErrorText } from '../shell/error-text.ts';
import { ScreenLink } from '../shell/links.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './onboarding.module.css';
import { taskKinds } from './task-kinds.ts';

/** A task: what it is, what completes it, and what can be done with it. */
export function Task({ task }: { readonly task: OnboardingTask }) {
  const { onboarding: words } = useWords().upkeep;
  const { moment } = useFormats();
  const { id, isComplete, isDismissed, snoozedUntil } = task;
  const { title, content } = words.task[id] ?? task;
  const isOpen = !isComplete && !isDismissed && snoozedUntil === null;
  return (
    <li className={css.task}>
      <span className={css.mark} data-done={isComplete || undefined}>
        {isComplete && <Icon name="check" size={12} />}
      </span>
      <span className={css.what}>
        <span className={css.title}>
          {title} {isComplete && <span className="for-readers">{words.done}</span>}
          {!isComplete && task.isActioned && <Pill tone="accent">{words.started}</Pill>}
          {isDismissed && <Pill>{words.dismissed}</Pill>}
        </span>
        {isOpen && <span>{content}</span>}
        {isOpen && words.facts[id] !== undefined && <span className={css.fact}>{words.facts[id]}</span>}
        {!isComplete && snoozedUntil !== null && (
          <span className={css.fact}>{words.snoozed(moment(new Date(snoozedUntil).toISOString()))}</span>
        )}
      </span>
      {!isComplete && <TaskActions task={task} />}
    </li>
  );
}

type OnboardingAction =
  | OnboardingChange
  | { readonly change: 'state'; readonly option: string }
  | { readonly change: 'samples' };

async function write(action: OnboardingAction, headers: WriteHeaders): Promise<void> {
  if (action.change === 'state') return stateFact(action.option, headers);
  return action.change === 'samples' ? importSamples(undefined, headers) : changeOnboarding(action, headers);
}

function TaskActions({ task }: { readonly task: OnboardingTask }) {
  const { onboarding: words } = useWords().upkeep;
  const may = useMay();
  const say = useErrorText();
  const { id, isSnoozed, isDismissed, actionUrl, actionLabel } = task;
  const { screen, option, byFact } = taskKinds[id] ?? {};
  const writing = useWriting({ write, topics: ['settings', 'catalog'] });
  const act = (action: OnboardingAction) =>
    writing.mutate(action, { onError: (error) => showToast({ id, kind: 'bad', text: say(error) }) });
  if (isSnoozed || isDismissed) {
    const change = isSnoozed ? 'undo_snooze' : 'undo_dismiss';
    return (
      <span className={css.actions}>
        <Button kind="quiet" onClick={() => act({ change, id })}>
          {isSnoozed ? words.comeBack : words.undoDismiss}
        </Button>
      </span>
    );
  }
  return (
    <span className={css.actions}>
      <Later act={act} task={task} />
      {!byFact && (
        <Button disabled={writing.isPending} kind="quiet" onClick={() => act({ change: 'action', id })}>
          {words.markDone}
        </Button>
      )}
      {option !== undefined && may('manage_settings') && (
        <Button disabled={writing.isPending} kind="quiet" onClick={() => act({ change: 'state', option })}>
          {id === 'tax' ? words.noTax : words.markDone}
        </Button>
      )}
      {id === 'products' && may('edit_products') && (
        <Button disabled={writing.isPending} kind="quiet" onClick={() => act({ change: 'samples' })}>
          {words.samples}
        </Button>
      )}
      {screen && may(screen.needs) && (
        <ScreenLink className={buttonClass} data-kind="plain" to={screen.to}>
          {words.open}
        </ScreenLink>
      )}
      {!screen && actionUrl && (
        <a className={buttonClass} data-kind="plain" href={actionUrl} rel="noreferrer" target="_blank">
          {actionLabel || words.open}
        </a>
      )}
    </span>
  );
}

interface LaterProps {
  readonly task: OnboardingTask;
  readonly act: (action: OnboardingAction) => void;
}

/** Puts a task off, or dismisses it. */
function Later({ task: { id, title, isSnoozeable, isDismissable }, act }: LaterProps) {
  const { onboarding: words } = useWords().upkeep;
  if (!isSnoozeable && !isDismissable) return null;
  const durations = isSnoozeable ? (['hour', 'day', 'week'] as const) : [];
  const items: readonly MenuItem[] = [
    ...durations.map((duration) => ({
      id: duration,
      label: words.snooze[duration],
      onChoose: () => act({ change: 'snooze', id, duration }),
    })),
    ...(isDismissable ? [{ id: 'dismiss', label: words.dismiss, onChoose: () => act({ change: 'dismiss', id }) }] : []),
  ];
  return (
    <Menu
      groups={[{ items }]}
      label={`${words.later}: ${words.task[id]?.title ?? title}`}
      trigger={(props) => (
        <Button {...props} aria-label={`${words.later}: ${words.task[id]?.title ?? title}`} kind="quiet">
          {words.later}
        </Button>
      )}
    />
  );
}
