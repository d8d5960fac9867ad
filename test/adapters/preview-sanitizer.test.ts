import { LightningPreviewSanitizer } from '@backroom/adapters-html';
import { previewSanitizerContract } from '@backroom/testing';

previewSanitizerContract('LightningPreviewSanitizer', new LightningPreviewSanitizer());
