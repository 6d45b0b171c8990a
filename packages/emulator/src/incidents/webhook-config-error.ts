/** The file of incident webhooks cannot be used; the message is one line that names the file and the place in it. */
export class WebhookConfigError extends Error {
  override readonly name = 'WebhookConfigError';
}
