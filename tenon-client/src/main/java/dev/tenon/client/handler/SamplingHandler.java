package dev.tenon.client.handler;

import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;

/** Asks a model for the server (client features, sampling). */
@FunctionalInterface
public interface SamplingHandler {
    /**
     * Asks the model: of several hints the first that fits counts, no more than {@code maxTokens} are sampled, and a
     * tool is used exactly as {@code toolChoice} says. The thread is interrupted when the server no longer wants the
     * answer.
     */
    CreateMessageResult sample(CreateMessage request, RequestingServer asker) throws Exception;
}
