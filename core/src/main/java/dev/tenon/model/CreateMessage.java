package dev.tenon.model;

import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request for a message of the client's model (client features, sampling; deprecated in 2026-07-28).
 *
 * @param messages the conversation so far
 * @param maxTokens the largest number of tokens of the response
 * @param modelPreferences preferences for the choice of a model, or null
 * @param systemPrompt a system prompt, or null; the client may change it
 * @param includeContext the context that the client should add, or null
 * @param temperature the sampling temperature, or null
 * @param stopSequences texts that end the response
 * @param metadata an object for the provider of the model, or null
 * @param tools tools that the model may use (from 2025-11-25 on)
 * @param toolChoice whether the model must use a tool, or null (from 2025-11-25 on)
 * @param meta {@code _meta}; not sent in 2026-07-28
 */
public record CreateMessage(
        List<SamplingMessage> messages,
        long maxTokens,
        @Nullable ModelPreferences modelPreferences,
        @Nullable String systemPrompt,
        @Nullable IncludeContext includeContext,
        @Nullable Double temperature,
        List<String> stopSequences,
        @Nullable Json metadata,
        List<Tool> tools,
        @Nullable ToolChoice toolChoice,
        Meta meta)
        implements InputRequest {

    public CreateMessage {
        messages = List.copyOf(messages);
        stopSequences = List.copyOf(stopSequences);
        tools = List.copyOf(tools);
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be 1 or more, not " + maxTokens);
        }
        if (temperature != null) {
            Preconditions.requireFinite("temperature", temperature);
        }
        if (metadata != null) {
            Preconditions.requireObject("metadata", metadata);
        }
        SamplingMessage.requirePairedResults(messages);
    }

    /** Creates a request with a conversation and a token limit. */
    public static CreateMessage of(long maxTokens, SamplingMessage... messages) {
        return new CreateMessage(
                List.of(messages), maxTokens, null, null, null, null, List.of(), null, List.of(), null, Meta.EMPTY);
    }

    /** Returns whether the client must support sampling with tools. */
    public boolean needsTools() {
        return !tools.isEmpty() || toolChoice != null;
    }

    /** Returns a copy with a preference for models. */
    public CreateMessage withModelPreferences(@Nullable ModelPreferences changed) {
        return RecordCopier.copyWith(this, "modelPreferences", changed);
    }

    /** Returns a copy with a system prompt. */
    public CreateMessage withSystemPrompt(@Nullable String changed) {
        return RecordCopier.copyWith(this, "systemPrompt", changed);
    }

    /** Returns a copy with the context that the client should add. */
    public CreateMessage withIncludeContext(@Nullable IncludeContext changed) {
        return RecordCopier.copyWith(this, "includeContext", changed);
    }

    /** Returns a copy with a temperature. */
    public CreateMessage withTemperature(@Nullable Double changed) {
        return RecordCopier.copyWith(this, "temperature", changed);
    }

    /** Returns a copy with texts that end the response. */
    public CreateMessage withStopSequences(List<String> changed) {
        return RecordCopier.copyWith(this, "stopSequences", changed);
    }

    /** Returns a copy with an object for the provider of the model. */
    public CreateMessage withMetadata(@Nullable Json changed) {
        return RecordCopier.copyWith(this, "metadata", changed);
    }

    /**
     * Returns a copy with tools.
     *
     * @param changedTools the tools that the model may use
     * @param choice whether the model must use them, or null to leave that to the model
     */
    public CreateMessage withTools(List<Tool> changedTools, @Nullable ToolChoice choice) {
        return RecordCopier.copyWith(RecordCopier.copyWith(this, "tools", changedTools), "toolChoice", choice);
    }

    /** Returns a copy with {@code _meta}. */
    public CreateMessage withMeta(Meta changed) {
        return RecordCopier.copyWith(this, "meta", changed);
    }

    @Override
    public Method<CreateMessage, CreateMessageResult> method() {
        return Methods.CREATE_MESSAGE;
    }
}
