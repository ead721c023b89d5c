package dev.tenon.model.internal;

import dev.tenon.model.SamplingMessage;
import dev.tenon.model.ToolResultContent;
import dev.tenon.model.ToolUse;
import java.util.List;
import java.util.function.Function;

/** In a conversation, results follow the uses of tools at once and one for one (2025-11-25, sampling). */
public final class ToolUseValidator {
    private static final String RESULTS_MISSING =
            "messages: the message after a tool_use must be from the user and hold"
                    + " one tool_result for each tool_use";
    private static final String RESULT_WITHOUT_USE =
            "messages: a tool_result must follow the message with its tool_use at once";

    private ToolUseValidator() {}

    public static void requirePairedResults(List<SamplingMessage> messages) {
        List<String> open = List.of();
        for (SamplingMessage message : messages) {
            List<String> answered = sortedIds(message, ToolResultContent.class, ToolResultContent::toolUseId);
            if (!answered.equals(open)) {
                throw new IllegalArgumentException(open.isEmpty() ? RESULT_WITHOUT_USE : RESULTS_MISSING);
            }
            open = sortedIds(message, ToolUse.class, ToolUse::id);
        }
        if (!open.isEmpty()) {
            throw new IllegalArgumentException(RESULTS_MISSING);
        }
    }

    /** Sorted, since results may come in any order. */
    private static <T> List<String> sortedIds(SamplingMessage message, Class<T> type, Function<T, String> id) {
        return message.content().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .map(id)
                .sorted()
                .toList();
    }
}
