package dev.tenon.model;

import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import dev.tenon.model.internal.ToolUseValidator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client's model (client features, sampling; deprecated in 2026-07-28).
 *
 * @param messages the conversation so far
 * @param maxTokens how many tokens the answer may have at most
 * @param modelPreferences which model is wanted, or null
 * @param systemPrompt a system prompt, or null; the client may change it
 * @param includeContext what else the client should add, or null
 * @param temperature how much chance, or null
 * @param stopSequences texts that end the answer
 * @param metadata for the provider of the model: an object, or null
 * @param tools tools the model may use (from 2025-11-25 on)
 * @param toolChoice whether it must, or null (from 2025-11-25 on)
 * @param meta {@code _meta}; not carried in 2026-07-28
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
        ToolUseValidator.requirePairedResults(messages);
    }

    /** A conversation and the length of the answer. */
    public static CreateMessage of(long maxTokens, SamplingMessage... messages) {
        return new CreateMessage(
                List.of(messages), maxTokens, null, null, null, null, List.of(), null, List.of(), null, Meta.EMPTY);
    }

    /** Whether only a client that can sample with tools may be asked. */
    public boolean needsTools() {
        return !tools.isEmpty() || toolChoice != null;
    }

    /** With a preference for models. */
    public CreateMessage withModelPreferences(@Nullable ModelPreferences changed) {
        return RecordCopier.copyWith(this, "modelPreferences", changed);
    }

    /** With a system prompt. */
    public CreateMessage withSystemPrompt(@Nullable String changed) {
        return RecordCopier.copyWith(this, "systemPrompt", changed);
    }

    /** With what else the client should add. */
    public CreateMessage withIncludeContext(@Nullable IncludeContext changed) {
        return RecordCopier.copyWith(this, "includeContext", changed);
    }

    /** With a temperature. */
    public CreateMessage withTemperature(@Nullable Double changed) {
        return RecordCopier.copyWith(this, "temperature", changed);
    }

    /** With texts that end the answer. */
    public CreateMessage withStopSequences(List<String> changed) {
        return RecordCopier.copyWith(this, "stopSequences", changed);
    }

    /** With an object for the provider of the model. */
    public CreateMessage withMetadata(@Nullable Json changed) {
        return RecordCopier.copyWith(this, "metadata", changed);
    }

    /** With tools, and whether they must be used; null leaves that to the model. */
    public CreateMessage withTools(List<Tool> changedTools, @Nullable ToolChoice choice) {
        return RecordCopier.copyWith(RecordCopier.copyWith(this, "tools", changedTools), "toolChoice", choice);
    }

    /** With {@code _meta}. */
    public CreateMessage withMeta(Meta changed) {
        return RecordCopier.copyWith(this, "meta", changed);
    }

    @Override
    public Method<CreateMessage, CreateMessageResult> method() {
        return Methods.CREATE_MESSAGE;
    }
}
