/** A body that is sent as it is, in place of JSON. */
export class TextBody {
  readonly contentType: string;
  readonly text: string;

  constructor(contentType: string, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}
