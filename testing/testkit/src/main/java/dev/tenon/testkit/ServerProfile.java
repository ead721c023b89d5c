package dev.tenon.testkit;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes a server under test: its replacements for the names in the cases, and the cases that do not apply to it.
 */
public final class ServerProfile {
    /** The profile of a {@link SampleServer}. */
    public static final ServerProfile SAMPLE_SERVER = new ServerProfile(Map.of(), Map.of(), Set.of(), Map.of());

    private final Map<String, String> names;
    private final Map<String, String> skipped;
    private final Set<String> ownMessages;
    private final Map<String, Integer> sessionCodes;

    private ServerProfile(
            Map<String, String> names,
            Map<String, String> skipped,
            Set<String> ownMessages,
            Map<String, Integer> sessionCodes) {
        this.names = names;
        this.skipped = skipped;
        this.ownMessages = ownMessages;
        this.sessionCodes = sessionCodes;
    }

    /** Replaces a text of the cases. Replacements are applied in the order in which they were added. */
    public ServerProfile withReplacement(String original, String replacement) {
        Map<String, String> extended = new LinkedHashMap<>(names);
        extended.put(original, replacement);
        return new ServerProfile(extended, skipped, ownMessages, sessionCodes);
    }

    /** Skips cases by name; test reports show the reason. */
    public ServerProfile withoutCases(String reason, String... cases) {
        Map<String, String> extended = new LinkedHashMap<>(skipped);
        for (String caseName : cases) {
            extended.put(caseName, reason);
        }
        return new ServerProfile(names, extended, ownMessages, sessionCodes);
    }

    /** Declares cases for which the server returns the same code and id, but its own message. */
    public ServerProfile withOwnMessages(String... cases) {
        Set<String> extended = new LinkedHashSet<>(ownMessages);
        extended.addAll(List.of(cases));
        return new ServerProfile(names, skipped, extended, sessionCodes);
    }

    /** Declares cases for which the server returns another error code in sessions. */
    public ServerProfile withSessionErrorCode(int code, String... cases) {
        Map<String, Integer> extended = new LinkedHashMap<>(sessionCodes);
        for (String caseName : cases) {
            extended.put(caseName, code);
        }
        return new ServerProfile(names, skipped, ownMessages, extended);
    }

    /** Returns the reason why a case is skipped, if it is. */
    Optional<String> skipReason(InputCase inputCase) {
        return Optional.ofNullable(skipped.get(inputCase.name()));
    }

    /** Returns the case adapted to this server. */
    InputCase adapt(InputCase inputCase, TestTarget target) {
        if (names.isEmpty() && ownMessages.isEmpty()) {
            return inputCase;
        }
        Integer code = target.revision().isStateless() ? null : sessionCodes.get(inputCase.name());
        MessageTemplate sent = inputCase.sentTemplate();
        boolean own = ownMessages.contains(inputCase.name());
        return inputCase.withSentAndExpected(
                new MessageTemplate(replaceNames(sent.text()), sent.charset()),
                adaptExpected(inputCase.expected(), own, code),
                own);
    }

    private ExpectedResponse adaptExpected(ExpectedResponse expected, boolean own, @Nullable Integer code) {
        if (expected instanceof ExpectedResponse.SingleResponse single) {
            return adaptResponse(single, own, code == null ? single.code() : code);
        }
        return expected instanceof ExpectedResponse.BatchResponse batch
                ? new ExpectedResponse.BatchResponse(batch.responses().stream()
                        .map(response -> adaptResponse(response, own, response.code()))
                        .toList())
                : expected;
    }

    private ExpectedResponse.SingleResponse adaptResponse(
            ExpectedResponse.SingleResponse single, boolean own, int code) {
        List<String> words = own
                ? List.of()
                : single.texts().stream().map(this::replaceNames).toList();
        return new ExpectedResponse.SingleResponse(code, single.id(), single.status(), words, single.times());
    }

    /** Returns a text with the names of this server. */
    String replaceNames(String original) {
        String text = original;
        for (Map.Entry<String, String> name : names.entrySet()) {
            text = text.replace(name.getKey(), name.getValue());
        }
        return text;
    }
}
