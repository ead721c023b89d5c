package dev.tenon.model;

import java.util.List;
import java.util.function.Function;

/** In a conversation, results follow the uses of tools at once and one for one (2025-11-25, sampling). */
final class ToolBalance {
    private static final String ANSWER_AT_ONCE = "messages: the message after a tool_use must be from the user and hold"
            + " one tool_result for each tool_use";
    private static final String NOTHING_TO_ANSWER =
            "messages: a tool_result must follow the message with its tool_use at once";

    private ToolBalance() {}

    static void check(List<SamplingMessage> messages) {
        List<String> open = List.of();
        for (SamplingMessage message : messages) {
            List<String> answered = ids(message, ToolResultContent.class, ToolResultContent::toolUseId);
            if (!answered.equals(open)) {
                throw new IllegalArgumentException(open.isEmpty() ? NOTHING_TO_ANSWER : ANSWER_AT_ONCE);
            }
            open = ids(message, ToolUse.class, ToolUse::id);
        }
        if (!open.isEmpty()) {
            throw new IllegalArgumentException(ANSWER_AT_ONCE);
        }
    }

    /** Sorted, since results may come in any order. */
    private static <T> List<String> ids(SamplingMessage message, Class<T> type, Function<T, String> id) {
        return message.content().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .map(id)
                .sorted()
                .toList();
    }
}
