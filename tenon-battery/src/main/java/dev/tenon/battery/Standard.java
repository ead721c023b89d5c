package dev.tenon.battery;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers what the first door said to each case; every other door of the same revision has to say the same. */
public final class Standard {
    private record Said(Place by, List<Reply> replies) {}

    private final Map<String, Said> said = new ConcurrentHashMap<>();

    /** How the answer of a door differs from that of the first, if it does. */
    Optional<String> difference(Case tried, Place place, List<Reply> replies) {
        if (tried.transportDecides() || tried.expected() instanceof Expected.Nothing) {
            return Optional.empty();
        }
        Said first = said.computeIfAbsent(
                place.revision() + " " + tried.file() + " " + tried.name(), key -> new Said(place, replies));
        return first.replies().equals(replies)
                ? Optional.empty()
                : Optional.of("differs from the answer of " + first.by() + ": " + first.replies());
    }
}
