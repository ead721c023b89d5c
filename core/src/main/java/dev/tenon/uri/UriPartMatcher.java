package dev.tenon.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Matches a part of a template with a range of a URI. First the possible starts of the parts are computed from the last
 * part to the first, then their ends from the first to the last. There is no backtracking, so the time is at most the
 * length of the URI times that of the template.
 */
interface UriPartMatcher {
    /** Returned instead of a position: the URI matches, but contains a value that must not reach a handler. */
    int REJECTED = -1;

    /** Returns the positions from which this part can reach one of the ends. */
    BitSet findStarts(DecodedUriText uri, BitSet ends);

    /**
     * Matches the part from one of its starts to the farthest possible end, and puts the values into the map.
     *
     * @return one of the ends, or {@link #REJECTED}
     */
    int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values);

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

    /** Matches a part that may be absent, such as a fragment. */
    record OptionalMatcher(UriPartMatcher part) implements UriPartMatcher {
        @Override
        public BitSet findStarts(DecodedUriText uri, BitSet ends) {
            BitSet starts = part.findStarts(uri, ends);
            BitSet both = (BitSet) starts.clone();
            both.or(ends);
            return both;
        }

        @Override
        public int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values) {
            return part.findStarts(uri, ends).get(from) ? part.matchFrom(uri, from, ends, values) : from;
        }
    }
}
