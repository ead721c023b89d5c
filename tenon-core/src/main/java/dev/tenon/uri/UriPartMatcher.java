package dev.tenon.uri;

import java.util.BitSet;
import java.util.Map;

/**
 * A part of a template that covers a stretch of a URI. Parts are asked from the last to the first where they can start,
 * then from the first to the last how far they reach; so there is nothing to go back to, and the time is bounded by the
 * length of the URI times that of the template, whatever both are.
 */
interface UriPartMatcher {
    /** Instead of a position: the URI has this form, but with a value that must not reach a handler. */
    int REJECTED = -1;

    /** The positions from which this part can reach one of the ends. */
    BitSet findStarts(DecodedUriText uri, BitSet ends);

    /**
     * Reads the part from one of its starts to the farthest end that there is, and puts the values into the map.
     *
     * @return one of the ends, or {@link #REJECTED}
     */
    int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values);
}
