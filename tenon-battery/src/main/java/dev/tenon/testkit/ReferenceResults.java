package dev.tenon.testkit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers what the first door said to each case; every other door of the same revision has to say the same. */
public final class ReferenceResults {
    private record RecordedResult(TestTarget by, List<ParsedResponse> replies) {}

    private final Map<String, RecordedResult> said = new ConcurrentHashMap<>();

    /** How the answer of a door differs from that of the first, if it does. */
    Optional<String> findDifference(InputCase tried, TestTarget place, List<ParsedResponse> replies) {
        if (tried.transportDecides() || tried.expected() instanceof ExpectedResponse.NoResponse) {
            return Optional.empty();
        }
        RecordedResult first = said.computeIfAbsent(
                place.revision() + " " + tried.file() + " " + tried.name(), key -> new RecordedResult(place, replies));
        return first.replies().equals(replies)
                ? Optional.empty()
                : Optional.of("differs from the answer of " + first.by() + ": " + first.replies());
    }
}
