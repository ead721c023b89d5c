package dev.tenon.testkit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records the responses of the first connection to each case; all other connections of the same revision must receive
 * the same.
 */
public final class ReferenceResults {
    private record RecordedResult(TestTarget target, List<ParsedResponse> responses) {}

    private final Map<String, RecordedResult> results = new ConcurrentHashMap<>();

    /** Returns how the responses differ from the recorded ones, if they do. */
    Optional<String> findDifference(InputCase inputCase, TestTarget target, List<ParsedResponse> responses) {
        if (inputCase.transportDecides() || inputCase.expected() instanceof ExpectedResponse.NoResponse) {
            return Optional.empty();
        }
        RecordedResult first = results.computeIfAbsent(
                target.revision() + " " + inputCase.file() + " " + inputCase.name(),
                key -> new RecordedResult(target, responses));
        return first.responses().equals(responses)
                ? Optional.empty()
                : Optional.of("differs from the response of " + first.target() + ": " + first.responses());
    }
}
