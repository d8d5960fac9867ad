import { useQuery } from '@tanstack/react-query';
import { changeOnboarding, type OnboardingList, onboardingQuery } from '../data/administration/onboarding.ts';
import { useWriting } from '../data/writing.ts';
import { Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Screen, softClass } from '../kit/layout.tsx';
import { showToast } from '../kit/toast.tsx';
import { useErrorText } from '../shell/error-text.ts';
import { PageHead } from '../shell/head.tsx';
import { Unanswered } from '../shell/records/pending.tsx';
import { useWords } from '../words/words.tsx';
import css from './onboarding.module.css';
import { Task } from './task.tsx';

/** Lists that are never shown by themselves. */
const secret = 'secret_tasklist';

/** What leads a new shop from the first start to the first sale. */
export function OnboardingScreen() {
  const { shell, upkeep } = useWords();
  const query = useQuery(onboardingQuery);
  return (
    <Screen>
      <PageHead detail={upkeep.onboarding.detail} title={shell.screens.onboarding ?? ''} />
      <Unanswered query={query} />
      {query.data
        ?.filter(({ id }) => id !== secret)
        .map((list) => (
          <List key={list.id} list={list} />
        ))}
    </Screen>
  );
}

function List({ list }: { readonly list: OnboardingList }) {
  const { onboarding: words } = useWords().upkeep;
  const say = useErrorText();
  const { id, title, tasks, isHidden, isComplete, displayProgressHeader: hasProgress } = list;
  const writing = useWriting({ write: changeOnboarding, topics: ['settings'] });
  const turn = () =>
    writing.mutate(
      { change: isHidden ? 'unhide' : 'hide', id },
      { onError: (error) => showToast({ id, kind: 'bad', text: say(error) }) },
    );
  const done = tasks.filter((task) => task.isComplete).length;
  const name = words.lists[id] ?? title;
  return (
    <Sheet
      aside={
        <Button aria-label={`${isHidden ? words.show : words.hide}: ${name}`} kind="quiet" onClick={turn}>
          {isHidden ? words.show : words.hide}
        </Button>
      }
      detail={isHidden ? undefined : words.progress(done, tasks.length)}
      title={name}
    >
      {isHidden && <p className={softClass}>{words.hidden}</p>}
      {!isHidden && hasProgress && <progress aria-label={name} className={css.bar} max={tasks.length} value={done} />}
      {!isHidden && isComplete && <p className={softClass}>{words.finished}</p>}
      <ul className={css.tasks}>
        {tasks.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </Sheet>
  );
}
