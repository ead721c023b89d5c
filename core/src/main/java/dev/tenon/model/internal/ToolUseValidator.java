package dev.tenon.model.internal;

import dev.tenon.model.SamplingMessage;
import dev.tenon.model.ToolResultContent;
import dev.tenon.model.ToolUse;
import java.util.List;
import java.util.function.Function;

/**
 * Checks that tool results directly follow the tool uses of a conversation, one for each use (2025-11-25, sampling).
 */
public final class ToolUseValidator {
    private static final String RESULTS_MISSING =
            "messages: the message after a tool_use must be from the user and hold one tool_result for each tool_use";
    private static final String RESULT_WITHOUT_USE =
            "messages: a tool_result must follow the message with its tool_use at once";

    private ToolUseValidator() {}

    public static void requirePairedResults(List<SamplingMessage> messages) {
        List<String> unansweredUses = List.of();
        for (SamplingMessage message : messages) {
            List<String> results = sortedIds(message, ToolResultContent.class, ToolResultContent::toolUseId);
            if (!results.equals(unansweredUses)) {
                throw new IllegalArgumentException(unansweredUses.isEmpty() ? RESULT_WITHOUT_USE : RESULTS_MISSING);
            }
            unansweredUses = sortedIds(message, ToolUse.class, ToolUse::id);
        }
        if (!unansweredUses.isEmpty()) {
            throw new IllegalArgumentException(RESULTS_MISSING);
        }
    }

    /** Sorts the ids, as results may be in any order. */
    private static <T> List<String> sortedIds(SamplingMessage message, Class<T> type, Function<T, String> id) {
        return message.content().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .map(id)
                .sorted()
                .toList();
    }
}
