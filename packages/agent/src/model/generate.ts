import { ModelError } from '../errors.ts';
import type { ModelClient, ModelRequest, ModelResponse, ModelStreamPart } from './model-client.ts';

/**
 * Calls the model and waits for its whole response; `onPart` sees the parts as they come.
 * @throws ModelError as the client does, and `failed` when the stream ends without a response
 */
export async function generate(
  model: ModelClient,
  request: ModelRequest,
  onPart?: (part: ModelStreamPart) => void,
): Promise<ModelResponse> {
  let response: ModelResponse | undefined;
  for await (const part of model.stream(request)) {
    onPart?.(part);
    if (part.type === 'finish') response = part.response;
  }
  if (!response) throw new ModelError('failed', `The stream of ${model.model} ended without a response.`);
  return response;
}
