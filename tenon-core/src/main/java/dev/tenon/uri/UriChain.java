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
        return places(uri, ends).get(0);
    }

    @Override
    public int read(UriText uri, int from, BitSet ends, Map<String, String> values) {
        List<BitSet> places = places(uri, ends);
        int at = from;
        for (int i = 0; i < parts.size() && at != REFUSED; i++) {
            at = parts.get(i).read(uri, at, places.get(i + 1), values);
        }
        return at;
    }

    /** Where each part may start, and where the last one may end. */
    private List<BitSet> places(UriText uri, BitSet ends) {
        List<BitSet> places = new ArrayList<>(List.of(ends));
        for (int i = parts.size() - 1; i >= 0; i--) {
            places.add(parts.get(i).starts(uri, places.get(places.size() - 1)));
        }
        Collections.reverse(places);
        return places;
    }
}
