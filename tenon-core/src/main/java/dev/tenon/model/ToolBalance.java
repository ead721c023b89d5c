package dev.tenon.model;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** In a conversation, results follow the uses of tools at once and one for one (2025-11-25, sampling). */
final class ToolBalance {
    private ToolBalance() {}

    static void check(List<SamplingMessage> messages) {
        Set<String> open = Set.of();
        for (SamplingMessage message : messages) {
            Set<String> answered = ids(message, ToolResultContent.class, ToolResultContent::toolUseId);
            if (!answered.equals(open)) {
                throw new IllegalArgumentException(
                        open.isEmpty()
                                ? "messages: a tool_result must follow the message with its tool_use at once"
                                : "messages: the message after a tool_use must be from the user and hold one"
                                        + " tool_result for each tool_use");
            }
            open = ids(message, ToolUse.class, ToolUse::id);
        }
    }

    private static <T> Set<String> ids(SamplingMessage message, Class<T> type, Function<T, String> id) {
        return message.content().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .map(id)
                .collect(Collectors.toSet());
    }
}
