package dev.tenon.uri;

import java.util.BitSet;
import java.util.Map;

/** A part that may be absent, such as a fragment. */
record UriOptional(UriPart part) implements UriPart {

    @Override
    public BitSet starts(UriText uri, BitSet ends) {
        BitSet starts = part.starts(uri, ends);
        BitSet both = (BitSet) starts.clone();
        both.or(ends);
        return both;
    }

    @Override
    public int read(UriText uri, int from, BitSet ends, Map<String, String> values) {
        return part.starts(uri, ends).get(from) ? part.read(uri, from, ends, values) : from;
    }
}
