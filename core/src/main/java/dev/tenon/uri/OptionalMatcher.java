package dev.tenon.uri;

import java.util.BitSet;
import java.util.Map;

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
