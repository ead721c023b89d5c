package dev.tenon.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Matches consecutive parts. */
record SequenceMatcher(List<UriPartMatcher> parts) implements UriPartMatcher {
    @Override
    public BitSet findStarts(DecodedUriText uri, BitSet ends) {
        return findBoundaries(uri, ends).get(0);
    }

    @Override
    public int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values) {
        List<BitSet> boundaries = findBoundaries(uri, ends);
        int at = from;
        for (int i = 0; i < parts.size() && at != REJECTED; i++) {
            at = parts.get(i).matchFrom(uri, at, boundaries.get(i + 1), values);
        }
        return at;
    }

    /** Returns the possible starts of each part, followed by the possible ends of the last one. */
    private List<BitSet> findBoundaries(DecodedUriText uri, BitSet ends) {
        List<BitSet> boundaries = new ArrayList<>(List.of(ends));
        for (int i = parts.size() - 1; i >= 0; i--) {
            boundaries.add(parts.get(i).findStarts(uri, boundaries.get(boundaries.size() - 1)));
        }
        Collections.reverse(boundaries);
        return boundaries;
    }
}
