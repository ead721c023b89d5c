package dev.tenon.uri;

import java.util.BitSet;
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
}
