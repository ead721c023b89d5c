package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The message of the client's model (client features, sampling).
 *
 * @param role the speaker, usually the assistant
 * @param content one block; from 2025-11-25 on also several
 * @param model the name of the model
 * @param stopReason why the model stopped, such as {@code endTurn}, or null; any string is allowed
 * @param meta {@code _meta}
 */
public record CreateMessageResult(
        Role role,
        List<SamplingContent> content,
        String model,
        @Nullable String stopReason,
        Meta meta) implements InputResponse {
    /** The model completed its turn. */
    public static final String END_TURN = "endTurn";
    /** The model generated a stop sequence. */
    public static final String STOP_SEQUENCE = "stopSequence";
    /** The token limit was reached. */
    public static final String MAX_TOKENS = "maxTokens";
    /** The model requests the use of a tool (from 2025-11-25 on). */
    public static final String TOOL_USE = "toolUse";

    public CreateMessageResult {
        content = List.copyOf(content);
        SamplingMessage.check(role, content);
    }

    /** Creates the result of a completed turn of the assistant. */
    public static CreateMessageResult of(String model, SamplingContent... content) {
        return new CreateMessageResult(Role.ASSISTANT, List.of(content), model, END_TURN, Meta.EMPTY);
    }

    /** Returns the first text of the message, or an empty string. */
    public String text() {
        return content.stream()
                .filter(TextContent.class::isInstance)
                .map(c -> ((TextContent) c).text())
                .findFirst()
                .orElse("");
    }

    /** Returns a copy with the reason why the model stopped. */
    public CreateMessageResult withStopReason(@Nullable String changed) {
        return new CreateMessageResult(role, content, model, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public CreateMessageResult withMeta(Meta changed) {
        return new CreateMessageResult(role, content, model, stopReason, changed);
    }
}
