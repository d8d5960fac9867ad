import { PageHead } from '../shell/head.tsx';
import { useWords } from '../words/words.tsx';

export const ReportsScreen = () => <PageHead title={useWords().shell.screens.reports ?? ''} />;
