package dev.tenon.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Parts that follow each other. */
final class SequenceMatcher implements UriPartMatcher {
    private final List<UriPartMatcher> parts;

    SequenceMatcher(List<UriPartMatcher> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public BitSet findStarts(DecodedUriText uri, BitSet ends) {
        return findBoundaries(uri, ends).get(0);
    }

    @Override
    public int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values) {
        List<BitSet> places = findBoundaries(uri, ends);
        int at = from;
        for (int i = 0; i < parts.size() && at != REJECTED; i++) {
            at = parts.get(i).matchFrom(uri, at, places.get(i + 1), values);
        }
        return at;
    }

    /** Where each part may start, and where the last one may end. */
    private List<BitSet> findBoundaries(DecodedUriText uri, BitSet ends) {
        List<BitSet> places = new ArrayList<>(List.of(ends));
        for (int i = parts.size() - 1; i >= 0; i--) {
            places.add(parts.get(i).findStarts(uri, places.get(places.size() - 1)));
        }
        Collections.reverse(places);
        return places;
    }
}
