import { Dialog } from '../kit/dialog.tsx';
import { useWords } from '../words/words.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  readonly username: string;
  readonly onDone: () => void;
}

/** Opens an ended session again over the screen. */
export function SignInAgain({ username, onDone }: SignInAgainProps) {
  const { signIn } = useWords();
  return (
    <Dialog title={signIn.again}>
      <p>{signIn.againText}</p>
      <SignInForm onDone={onDone} username={username} />
    </Dialog>
  );
}
