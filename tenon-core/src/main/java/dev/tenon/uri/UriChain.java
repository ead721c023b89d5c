package dev.tenon.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Parts that follow each other. */
final class UriChain implements UriPart {
    private final List<UriPart> parts;

    UriChain(List<UriPart> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public BitSet starts(UriText uri, BitSet ends) {
        BitSet starts = ends;
        for (int i = parts.size() - 1; i >= 0; i--) {
            starts = parts.get(i).starts(uri, starts);
        }
        return starts;
    }

    @Override
    public int read(UriText uri, int from, BitSet ends, Map<String, String> values) {
        List<BitSet> endsOf = endsOfParts(uri, ends);
        int at = from;
        for (int i = 0; i < parts.size() && at != REFUSED; i++) {
            at = parts.get(i).read(uri, at, endsOf.get(i), values);
        }
        return at;
    }

    private List<BitSet> endsOfParts(UriText uri, BitSet ends) {
        List<BitSet> endsOf = new ArrayList<>(parts.size());
        BitSet next = ends;
        for (int i = parts.size() - 1; i >= 0; i--) {
            endsOf.add(next);
            next = parts.get(i).starts(uri, next);
        }
        Collections.reverse(endsOf);
        return endsOf;
    }
}
