package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import java.util.function.Function;

/**
 * One message of a conversation with a model (client features, sampling).
 *
 * @param role the speaker
 * @param content one block; from 2025-11-25 on also several
 * @param meta {@code _meta} (from 2025-11-25 on)
 */
public record SamplingMessage(Role role, List<SamplingContent> content, Meta meta) {
    private static final String RESULTS_MISSING =
            "messages: the message after a tool_use must be from the user and hold one tool_result for each tool_use";
    private static final String RESULT_WITHOUT_USE =
            "messages: a tool_result must follow the message with its tool_use at once";

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
        boolean onlyResults = results == content.size() && role == Role.USER;
        Preconditions.require(
                results == 0 || onlyResults, "A message with tool_result must be from the user and hold nothing else");
        boolean mayUseTools = role == Role.ASSISTANT || content.stream().noneMatch(ToolUse.class::isInstance);
        Preconditions.require(mayUseTools, "A message with tool_use must be from the assistant");
    }

    /** Checks that tool results directly follow the tool uses, one for each use (2025-11-25, sampling). */
    static void requirePairedResults(List<SamplingMessage> messages) {
        List<String> unansweredUses = List.of();
        for (SamplingMessage message : messages) {
            List<String> results = sortedIds(message, ToolResultContent.class, ToolResultContent::toolUseId);
            String problem = unansweredUses.isEmpty() ? RESULT_WITHOUT_USE : RESULTS_MISSING;
            Preconditions.require(results.equals(unansweredUses), problem);
            unansweredUses = sortedIds(message, ToolUse.class, ToolUse::id);
        }
        Preconditions.require(unansweredUses.isEmpty(), RESULTS_MISSING);
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
