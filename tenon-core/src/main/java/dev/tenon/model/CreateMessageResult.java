package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the client's model said (client features, sampling).
 *
 * @param role who speaks: the assistant
 * @param content one block; from 2025-11-25 on also several
 * @param model the name of the model
 * @param stopReason why it stopped, such as {@code endTurn}, or null; any word is allowed
 * @param meta {@code _meta}
 */
public record CreateMessageResult(
        Role role,
        List<SamplingContent> content,
        String model,
        @Nullable String stopReason,
        Meta meta) implements InputResponse {
    /** The model had said all. */
    public static final String END_TURN = "endTurn";
    /** A stop sequence came. */
    public static final String STOP_SEQUENCE = "stopSequence";
    /** The answer was long enough. */
    public static final String MAX_TOKENS = "maxTokens";
    /** The model wants a tool to be used (from 2025-11-25 on). */
    public static final String TOOL_USE = "toolUse";

    public CreateMessageResult {
        content = List.copyOf(content);
        SamplingMessage.check(role, content);
    }

    /** What a model said, and that it had said all. */
    public static CreateMessageResult of(String model, SamplingContent... content) {
        return new CreateMessageResult(Role.ASSISTANT, List.of(content), model, END_TURN, Meta.EMPTY);
    }

    /** The first text of the answer, or an empty one. */
    public String text() {
        return content.stream()
                .filter(TextContent.class::isInstance)
                .map(c -> ((TextContent) c).text())
                .findFirst()
                .orElse("");
    }

    /** With the reason why the model stopped. */
    public CreateMessageResult withStopReason(@Nullable String changed) {
        return new CreateMessageResult(role, content, model, changed, meta);
    }

    /** With {@code _meta}. */
    public CreateMessageResult withMeta(Meta changed) {
        return new CreateMessageResult(role, content, model, stopReason, changed);
    }
}
