package dev.tenon.model;

import java.util.List;

/**
 * One message of a conversation with a model (client features, sampling).
 *
 * @param role the speaker
 * @param content one block; from 2025-11-25 on also several
 * @param meta {@code _meta} (from 2025-11-25 on)
 */
public record SamplingMessage(Role role, List<SamplingContent> content, Meta meta) {
    public SamplingMessage {
        content = List.copyOf(content);
        check(role, content);
    }

    /** Creates a message of the user. */
    public static SamplingMessage user(SamplingContent... content) {
        return new SamplingMessage(Role.USER, List.of(content), Meta.EMPTY);
    }

    /** Creates a text message of the user. */
    public static SamplingMessage user(String text) {
        return user(Content.text(text));
    }

    /** Creates a message of the model. */
    public static SamplingMessage assistant(SamplingContent... content) {
        return new SamplingMessage(Role.ASSISTANT, List.of(content), Meta.EMPTY);
    }

    /** Creates a text message of the model. */
    public static SamplingMessage assistant(String text) {
        return assistant(Content.text(text));
    }

    /** Returns a copy with {@code _meta}. */
    public SamplingMessage withMeta(Meta changed) {
        return new SamplingMessage(role, content, changed);
    }

    static void check(Role role, List<SamplingContent> content) {
        long results =
                content.stream().filter(ToolResultContent.class::isInstance).count();
        if (results > 0 && (results < content.size() || role != Role.USER)) {
            throw new IllegalArgumentException(
                    "A message with tool_result must be from the user and hold nothing else");
        }
        if (role != Role.ASSISTANT && content.stream().anyMatch(ToolUse.class::isInstance)) {
            throw new IllegalArgumentException("A message with tool_use must be from the assistant");
        }
    }
}
