import { PageHead } from '../shell/head.tsx';
import { useWords } from '../words/words.tsx';

export const ReportScreen = () => <PageHead title={useWords().shell.screens.reports ?? ''} />;
