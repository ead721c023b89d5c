package dev.tenon.client.handler;

import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;

/** Sends sampling requests of the server to a model (client features, sampling). */
@FunctionalInterface
public interface SamplingHandler {
    /**
     * Samples the model: the first model hint that matches applies, at most {@code maxTokens} are sampled, and tools
     * are used as {@code toolChoice} says. The thread is interrupted when the server cancels the request.
     */
    CreateMessageResult sample(CreateMessage request, RequestingServer server) throws Exception;
}
